"""False claims: what was published or is easily believed, and the audit that catches each."""

from graphdp_core.trust.document import how_many_claims
from graphdp_core.trust.false_claims import FALSE_CLAIMS
from pages.parts import false_claims
from pages.shared import page

page.heading(
    f"{how_many_claims()} claims that do not hold",
    "Each was published or is an easy slip. Beside it stand two inputs that its privacy should "
    "hide from each other, an event that tells them apart, and the audit that caught it. Your "
    "graph is not read.",
)
false_claims.cards(FALSE_CLAIMS, names_mechanism=True)
