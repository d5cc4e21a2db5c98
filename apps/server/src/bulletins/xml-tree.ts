import { SaxesParser } from 'saxes';
import { createTimeSlices } from '../platform/time-slices.ts';

/** An element of an XML document: its name without prefix, its namespace, its own text and its elements. */
export type XmlElement = {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
  /** What it is in the document, as written. */
  source: string;
};

const ELEMENTS_AT_MOST = 50_000;
const DEPTH_AT_MOST = 32;
/** Of one element. */
const ATTRIBUTES_AT_MOST = 100;
/** So many characters are parsed before the time is asked. */
const CHARACTERS_PER_CHECK = 32_768;

class XmlFault extends Error {}

/**
 * Parses an XML document; undefined when it is not well-formed, has a document type (and so might define entities), or
 * is larger than any message. No entity but the five of XML is known. Parsed in slices, between which the server does
 * other work.
 */
export async function parseXml(text: string): Promise<XmlElement | undefined> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: { element: XmlElement; from: number }[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  let attributes = 0;
  const refuse = (): never => {
    throw new XmlFault();
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_AT_MOST) refuse();
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > ELEMENTS_AT_MOST || open.length >= DEPTH_AT_MOST) refuse();
    const values = Object.values(tag.attributes).map(({ local, value }) => [local, value] as const);
    const element = {
      ...{ name: tag.local, namespace: tag.uri, attributes: Object.fromEntries(values) },
      ...{ text: '', children: [], source: '' },
    };
    open.at(-1)?.element.children.push(element);
    open.push({ element, from: text.lastIndexOf('<', parser.position - 1) });
    root ??= element;
  });
  const addText = (written: string) => {
    const inner = open.at(-1)?.element;
    if (inner) inner.text += written;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) closed.element.source = text.slice(closed.from, parser.position);
  });
  const slices = createTimeSlices();
  try {
    for (let at = 0; at < text.length; at += CHARACTERS_PER_CHECK) {
      parser.write(text.slice(at, at + CHARACTERS_PER_CHECK));
      await slices.yieldToEventLoop();
    }
    parser.close();
  } catch (error) {
    if (error instanceof XmlFault) return undefined;
    throw error;
  }
  return root;
}

/** The elements of that name directly in another. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The text of the first element of that name, without spaces around it; undefined when there is none, or no text. */
export function textOf(element: XmlElement, name: string): string | undefined {
  const text = childrenOf(element, name)[0]?.text.trim();
  return text === '' ? undefined : text;
}
