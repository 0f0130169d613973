"""Which epsilon?: what is good enough, and the least epsilon at which each mechanism reaches it."""

from pages.which_epsilon import which_epsilon

which_epsilon.show()
