"""Three settings for every page that show something surprising, with one sentence each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Try:
    """A setting to open, and what is to be seen there.

    Parameters
    ----------
    address : str
        Page and query, as it stands after the server's address; the noise is that of draw 0.
    words : str
        One sentence. A test computes from the address that it is true.
    """

    address: str
    words: str


TRIES: dict[str, tuple[Try, Try, Try]] = {
    "board": (
        Try("?graph=strangers&epsilon=20",
            "Among 300 strangers who meet by chance ten communities are found, without any noise."),
        Try("?graph=school&epsilon=1",
            "At ε = 1 the classes are gone; the corrected number of ties is right to a tenth."),
        Try("papers?paper=trees&row=mst-table-3-1",
            "A published table, and the same table computed here: two cells do not fit."),
    ),
    "explore": (
        Try("explore?graph=ring&epsilon=2&see=embedding",
            "The outline of the ring holds, and seven of ten nearest neighbours are others."),
        Try("explore?graph=school&epsilon=2&see=clusters",
            "The classes are nearly whole, in a graph of which three of five ties are invented."),
        Try("explore?graph=fans&mechanism=noisy_degrees&epsilon=2&see=centrality",
            "A ranking alone is released: all other views say what they would need."),
    ),
    "explore?see=graph": (
        Try("explore?see=graph&graph=school&epsilon=1",
            "Four of five ties of this release were never there."),
        Try("explore?see=graph&graph=school&mechanism=top_m_filter&epsilon=1",
            "This release has the right number of ties, and four of five are wrong."),
        Try("explore?see=graph&graph=friends&epsilon=2",
            "The release holds 27 times as many triangles; corrected, the count is a quarter off."),
    ),
    "explore?see=embedding": (
        Try("explore?see=embedding&graph=ring&epsilon=2",
            "The ring is round again, and seven of ten nearest neighbours are wrong."),
        Try("explore?see=embedding&graph=school&epsilon=2",
            "Eight of nine nearest neighbours are wrong, and the classes stand apart still."),
        Try("explore?see=embedding&graph=ring&epsilon=1",
            "The first direction is right to 99%, and does not say who is near whom."),
    ),
    "explore?see=persistence": (
        Try("explore?see=persistence&graph=rdpg&epsilon=1.5",
            "A figure eight has two loops; noise makes four of them."),
        Try("explore?see=persistence&graph=rdpg&epsilon=2",
            "Of the two loops of a figure eight one drowns."),
        Try("explore?see=persistence&graph=strangers&epsilon=8",
            "Strangers have no shape, and a loop is found all the same."),
    ),
    "explore?see=clusters": (
        Try("explore?see=clusters&graph=school&epsilon=1",
            "Seven communities where there are three classes, and none of them is a class."),
        Try("explore?see=clusters&graph=school&mechanism=louvain_dp&louvain_dp.k=5&epsilon=20",
            "Groups of five are drawn first: no ε brings the classes back, not even 20."),
        Try("explore?see=clusters&graph=school&mechanism=mod_divisive&epsilon=2",
            "The classes are found, and no privacy of this run has been proved."),
    ),
    "explore?see=tree": (
        Try("explore?see=tree&graph=crescents&mechanism=weight_laplace&weight_laplace.radius=0.03"
            "&epsilon=3",
            "Where one weight may change, noise on every weight keeps three quarters of the tree."),
        Try("explore?see=tree&graph=crescents&mechanism=weight_laplace&weight_laplace.norm=linf"
            "&weight_laplace.radius=0.001&epsilon=3",
            "Let every weight change by a thousandth at once, and a fifth of the tree is left."),
        Try("explore?see=tree&graph=crescents&mechanism=pamst&pamst.radius=0.03&epsilon=3",
            "The same ε and the same promise by PAMST: a quarter of the tree at most."),
    ),
    "explore?see=centrality": (
        Try("explore?see=centrality&graph=fans&mechanism=noisy_degrees&epsilon=2",
            "Ten of the ten stars stay: one tie can hardly change a degree."),
        Try("explore?see=centrality&graph=fans&mechanism=noisy_centrality&epsilon=2",
            "Noise on the exact scores keeps one of ten at the same ε."),
        Try("explore?see=centrality&graph=fans&mechanism=two_round_laplacian&epsilon=2",
            "Seven of ten stay, and nobody has to be trusted."),
    ),
    "explore?see=spectrum": (
        Try("explore?see=spectrum&graph=school&mechanism=lnpp&epsilon=20",
            "At ε = 20 the first vector of LNPP is at a right angle to the true one."),
        Try("explore?see=spectrum&graph=school&epsilon=20",
            "At ε = 20 edgeFlip returns the very graph: such an ε hides nothing."),
        Try("explore?see=spectrum&graph=school&epsilon=2",
            "The first direction is right to 94%, and half of the others are lost."),
    ),
    "compare": (
        Try("compare?graph=school&analysis=louvain&epsilon=2&b.mechanism=edge_flip&b.epsilon=1",
            "From ε = 2 to ε = 1 the classes go from nearly whole to nothing."),
        Try("compare?graph=fans&analysis=centrality&mechanism=noisy_degrees&epsilon=2"
            "&b.mechanism=edge_flip",
            "One ε, one unit: ten of ten stars against six of ten."),
        Try("compare?graph=clubs&analysis=louvain&epsilon=3&b.mechanism=edge_flip"
            "&b.draw=another",
            "One mechanism, one ε: another draw of the noise finds more of the communities."),
    ),
    "explore?see=counts": (
        Try("explore?see=counts&graph=school&mechanism=private_count&epsilon=1",
            "Asked for by itself, the number of triangles is right to one percent."),
        Try("explore?see=counts&graph=school&epsilon=1",
            "Read from a released graph, the same number is off by half."),
        Try("explore?see=counts&graph=school&mechanism=private_count&private_count.noise=global&epsilon=1",
            "Noise for the worst of all graphs, and the number is off far more."),
    ),
    "which-epsilon": (
        Try("which-epsilon?graph=school&analysis=louvain",
            "Between ε = 1 and ε = 2 the classes come out of the noise, nearly all at once."),
        Try("which-epsilon?graph=school&analysis=louvain&mechanism=louvain_dp&louvain_dp.k=5",
            "A curve that never rises: groups of five lose the classes at every ε."),
        Try("which-epsilon?graph=fans&analysis=centrality&mechanism=noisy_degrees",
            "Nine of ten stars are there from ε = 1 on, if degrees are what is asked for."),
    ),
    "break-it": (
        Try("break-it?mechanism=laplace_flip",
            "It claims ε = 1 and loses 0.83: a claim may be too modest."),
        Try("break-it?mechanism=lnpp",
            "Its noise grows with a secret gap: one tie more, and the noise itself is another."),
        Try("break-it?try=attacks&attack=shared_noise&graph=school&epsilon=1",
            "Two stops of the slider with one noise give away thousands of pairs for certain."),
    ),
    "release": (
        Try("release?graph=school&mechanism=edge_flip&epsilon=1",
            "This graph can leave the house: drawn by integers alone, with a certificate."),
        Try("release?graph=school&mechanism=lnpp",
            "This one cannot: it was published with a proof that does not hold."),
        Try("release?graph=crescents&mechanism=pamst",
            "A spanning tree without its weights can be published, too."),
    ),
    "lessons": (
        Try("lessons?lesson=L0",
            "A coin lies about every pair, and the number of ties is known all the same."),
        Try("lessons?lesson=L2",
            "The classes come back all at once, and the ten with most friends do not."),
        Try("lessons?lesson=L5", "A paper took ε = 460: e to that power has 200 digits."),
    ),
    "papers": (
        Try("papers?paper=trees",
            "Table 3.1 of a thesis anew: all means but two lie within 3% of the print."),
        Try("papers?paper=spectra",
            "At ε = 460 the graph itself could be published, with no tie flipped."),
        Try("papers?paper=communities",
            "A clustering that keeps a fifth of the modularity, at the largest ε of its paper."),
    ),
    "mechanisms": (
        Try("mechanisms?mechanism=laplace_flip",
            "It flips more often than it has to: ε = 1 is asked for, 0.83 is spent."),
        Try("mechanisms?mechanism=mod_divisive",
            "Its promise holds once its Markov chain has run for ever."),
        Try("mechanisms?mechanism=pamst&pamst.sensitivity=normalised",
            "What it protects shrinks with the graph: more ties, less radius."),
    ),
    "data": (
        Try("data?graph=company",
            "One person here has over forty times as many links as the median colleague."),
        Try("data?graph=karate",
            "The 34 members of a club that split in two: only 78 friendships."),
        Try("data?graph=valley",
            "200 neighbours, none with more than eight links, and all are joined."),
    ),
}  # fmt: skip
"""By the address of a page, or of a view of Explore, in the order in which they are offered."""
