/** The style sheet of the page, served as a file because the content policy refuses inline styles. */
export const API_PAGE_STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #17324d; background: #fff; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
a { color: #0059b3; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .5rem; overflow: auto; max-height: 24rem; background: #f2f6fa; }
details { border-bottom: 1px solid #c6d0da; padding: .5rem 0; }
summary { cursor: pointer; }
summary code { font-weight: 700; overflow-wrap: anywhere; }
`;
