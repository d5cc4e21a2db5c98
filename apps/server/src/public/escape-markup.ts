const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** XML has no way to write them. */
const CONTROL = /(?![\t\n\r])\p{Cc}|\uFFFE|\uFFFF/gu;

/** The text as it may stand in HTML and XML, between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(CONTROL, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
