import type { Outgoing } from '../../channel.port.ts';
import { textWithLink } from '../../messages.ts';
import type { HttpMessage } from './http.channel.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
/** The highest of ntfy breaks through 'do not disturb' where its user allows that; of Gotify from 8 on. */
const NTFY_PRIORITY = { urgent: 5, other: 3 };
const GOTIFY_PRIORITY = { urgent: 10, other: 5 };

/** A message for a topic of ntfy, published as JSON to its server; its button answers without opening a page. */
export function toNtfy(topicUrl: string): (message: Outgoing) => HttpMessage {
  const url = new URL(topicUrl);
  const path = url.pathname.replace(/\/+$/, '').split('/');
  const topic = decodeURIComponent(path.pop() ?? '');
  url.pathname = `${path.join('/')}/`;
  return (message) => {
    const { link, isUrgent } = message;
    const [title, ...lines] = message.text.split('\n');
    const body = {
      ...{ topic, title, message: lines.join('\n') || title },
      priority: isUrgent ? NTFY_PRIORITY.urgent : NTFY_PRIORITY.other,
      ...(link && {
        click: link.url,
        actions: [{ action: 'http', label: link.label, url: link.url, method: 'POST', clear: true }],
      }),
    };
    return { url: url.href, method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) };
  };
}

/** A message for an application of Gotify, which has no buttons: a tap opens the page with the button. */
export function toGotify(server: string, token: string): (message: Outgoing) => HttpMessage {
  const url = `${server.replace(/\/+$/, '')}/message`;
  return (message) => {
    const { link, isUrgent } = message;
    const [title, ...lines] = textWithLink(message).split('\n');
    const body = {
      ...{ title, message: lines.join('\n') || title },
      priority: isUrgent ? GOTIFY_PRIORITY.urgent : GOTIFY_PRIORITY.other,
      ...(link && { extras: { 'client::notification': { click: { url: link.url } } } }),
    };
    return {
      ...{ url, method: 'POST', body: JSON.stringify(body) },
      headers: { ...JSON_HEADERS, 'x-gotify-key': token },
    };
  };
}
