"""Which epsilon?: what is good enough, and the least epsilon at which each mechanism reaches it."""

from pages.parts import which_epsilon

which_epsilon.show()
