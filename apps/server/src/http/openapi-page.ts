import { API_BEGINNING } from './openapi-beginning.ts';
import type { Content, OpenApiDocument, Operation, Parameter, ResponseDescription } from './openapi-types.ts';

/** The address of the style sheet. */
export const STYLE_PATH = '/api/docs/style.css';
/** The same as the page names it, which may be under a path of a proxy. */
const STYLE_BESIDE_PAGE = 'docs/style.css';

/** Renders the document as HTML. It has no script, because the content policy of the site refuses inline ones. */
export function renderApiPage(document: OpenApiDocument): string {
  const { title, description, version } = document.info;
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: API</title>
<link rel="stylesheet" href="${STYLE_BESIDE_PAGE}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}: API</h1>
<p>${escapeHtml(description)}</p>
<p>Versione ${escapeHtml(version)}. Lo stesso contratto per i programmi: <a href="openapi.json">OpenAPI 3.1</a>.</p>
${API_BEGINNING}
<h2>Errori</h2>
${renderSchema(document.components.schemas.Failure)}
${document.tags.map(({ name }) => renderTag(name, document)).join('\n')}
</main>
</body>
</html>
`;
}

function renderTag(tag: string, { paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => renderOperation(method, path, operation)),
  );
  return `<section>\n<h2>${escapeHtml(tag)}</h2>\n${operations.join('\n')}\n</section>`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return `<details id="${escapeHtml(operationId)}">
<summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<p>${escapeHtml(description)}.</p>
${parameters.length === 0 ? '' : `<h3>Parametri</h3>\n${parameters.map(renderParameter).join('\n')}`}
${requestBody === undefined ? '' : `<h3>Corpo</h3>\n${renderContent(requestBody.content)}`}
<h3>Risposte</h3>
${Object.entries(responses).map(renderResponse).join('\n')}
</details>`;
}

function renderParameter({ name, in: place, required, description, schema }: Parameter): string {
  const places = { path: 'nel percorso', query: 'nella query', header: 'intestazione' };
  const remarks = [places[place], required ? 'obbligatorio' : 'facoltativo', description].filter(Boolean);
  return `<p><code>${escapeHtml(name)}</code> ${escapeHtml(remarks.join(', '))}</p>\n${renderSchema(schema)}`;
}

function renderResponse([status, { description, content = {} }]: [string, ResponseDescription]): string {
  return `<p><strong>${status}</strong> ${escapeHtml(description)}</p>\n${renderContent(content)}`;
}

/** Omits the failure schema, which is the same everywhere and is shown once at the top. */
function renderContent(content: Content): string {
  return Object.entries(content)
    .filter(([, { schema }]) => !('$ref' in schema))
    .map(
      ([type, { schema, example }]) =>
        `<p><code>${escapeHtml(type)}</code></p>\n${renderExample(example)}\n` +
        `<details><summary>Schema</summary>\n${renderSchema(schema)}\n</details>`,
    )
    .join('\n');
}

/** What is sent or answered, before the schema that says what else it may be. */
function renderExample(example: unknown): string {
  if (example === undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return `<pre tabindex="0">${escapeHtml(text)}</pre>`;
}

function renderSchema(schema: unknown): string {
  // A box that scrolls must be reachable by keyboard.
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it stands in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
