/** In windows this wide the strip stands in the page; in narrower ones it is docked at the lower edge. */
export const STRIP_IN_PAGE = '(min-width: 721px)';
