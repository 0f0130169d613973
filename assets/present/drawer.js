// @ts-check
/** On a narrow screen the menus lie over the page: they begin folded, fold when a page is chosen, and their opener says what it opens. */

const NARROW = 769; // pixels from which on they stand beside the page
const KEPT = "stSidebarCollapsed"; // where the app remembers that they were open
const LINK = "[data-testid=stSidebarNavLink], [data-testid=stSidebar] [data-testid=stPageLink-NavLink]";

/** Before the app itself begins. */
export function beginFolded() {
  const wide = Math.min(innerWidth, screen.width); // a phone's page has its own width only later
  if (wide < NARROW) for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(LINK)) fold();
  }, true);
}

/** Once what was pressed has heard it. */
export function fold() {
  const button = /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stSidebarCollapseButton] button"));
  if (innerWidth < NARROW) setTimeout(() => button?.click());
}

/** What the style writes beside the opener is its name, too. */
export function nameOpener() {
  document.querySelector("[data-testid=stExpandSidebarButton]:not([aria-label=Menu])")?.setAttribute("aria-label", "Menu");
}
