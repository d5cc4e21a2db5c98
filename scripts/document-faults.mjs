import { posix } from 'node:path';

const MAX_COLUMNS = 120;
const MARKDOWN = /\.md$/;
const CODE = /\.([cm]?[jt]s|tsx|css)$/;
/** A block comment, or a line comment; not the `//` of an address, not the `/*` of a file pattern. */
const COMMENT = /(?<=^|[\s{(])(\/\*[\s\S]*?\*\/|\/\/.*$)/gm;
const CITED_PAGE = /(?<![\w./-])([\w./-]+\.md)(?:#([\w-]+))?/g;
const MARKDOWN_LINK = /\]\(([^)\s]+)\)/g;

/** True for the files whose text `findDocumentFaults` reads. */
export function isChecked(path) {
  return MARKDOWN.test(path) || CODE.test(path);
}

/**
 * Finds the faults of Markdown pages and of comments, as lines `path:line: fault`. A fault is a cited page or anchor
 * that does not exist, or a line over 120 columns outside tables. `texts` has the text of each checked file by its path
 * from the root; `paths` are all files of the repository.
 */
export function findDocumentFaults({ texts, paths }) {
  const exists = existenceOf(paths);
  const anchors = new Map(
    [...texts].filter(([path]) => MARKDOWN.test(path)).map(([path, text]) => [path, anchorsOf(text)]),
  );
  const faultOf = (page, anchor) => {
    if (!exists(page)) return `${page} does not exist`;
    const known = anchors.get(page);
    return anchor && known && !known.has(anchor) ? `${page} has no anchor #${anchor}` : undefined;
  };
  return [...texts].flatMap(([path, text]) => {
    const isPage = MARKDOWN.test(path);
    const read = isPage ? readPage(path, text) : readComments(text);
    const references = read.references.map(({ line, page, anchor }) => ({
      line,
      fault: faultOf(page, anchor),
    }));
    return [...references, ...longLines(read.lines)]
      .filter(({ fault }) => fault)
      .sort((a, b) => a.line - b.line)
      .map(({ line, fault }) => `${path}:${line}: ${fault}`);
  });
}

function existenceOf(paths) {
  const known = new Set(paths);
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) known.add(folder);
  }
  return (path) => known.has(path);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text) {
  const anchors = new Set();
  for (const { content } of proseOf(text)) {
    const heading = /^#{1,6}\s+(.*)$/.exec(content)?.[1];
    if (heading === undefined) continue;
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again += 1) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}

function anchorOf(heading) {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** The lines of a page that are not in a code block. */
function proseOf(text) {
  let inCode = false;
  return numbered(text).filter(({ content }) => {
    const isFence = /^\s*```/.test(content);
    if (isFence) inCode = !inCode;
    return !inCode && !isFence;
  });
}

function readPage(path, text) {
  const references = proseOf(text).flatMap(({ line, content }) =>
    [...content.replace(/`[^`]*`/g, '').matchAll(MARKDOWN_LINK)].flatMap(([, target]) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [file, anchor] = decodeURI(target).split('#');
      const page = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
      return [{ line, page, anchor }];
    }),
  );
  return { references, lines: numbered(text).filter(({ content }) => !content.startsWith('|')) };
}

function readComments(text) {
  const lines = numbered(text);
  const comments = [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const first = text.slice(0, index).split('\n').length;
    return numbered(comment, first);
  });
  return {
    references: comments.flatMap(({ line, content }) =>
      [...content.matchAll(CITED_PAGE)].map(([, page, anchor]) => ({ line, page, anchor })),
    ),
    lines: comments.map(({ line }) => lines[line - 1]),
  };
}

function longLines(lines) {
  return lines
    .filter(({ content }) => [...content].length > MAX_COLUMNS)
    .map(({ line, content }) => ({ line, fault: `${[...content].length} columns, at most ${MAX_COLUMNS}` }));
}

function numbered(text, first = 1) {
  return text.split('\n').map((content, index) => ({ line: first + index, content }));
}
