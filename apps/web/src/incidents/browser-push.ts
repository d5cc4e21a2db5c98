import { callRoute } from '../api/call.ts';

/** Why this browser shows no notifications, in words; undefined when it can. */
export function whyNoPush(): string | undefined {
  if (!window.isSecureContext) return 'Le notifiche arrivano solo se la console è aperta con https.';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return 'Questo browser non riceve notifiche. Su iPhone e iPad: aggiungi prima la console alla schermata Home.';
  if (Notification.permission === 'denied')
    return 'Le notifiche di questo sito sono bloccate: si sbloccano nelle impostazioni del browser.';
  return undefined;
}

/** Thrown when the browser does not let this one be told; the message is for the person. */
export class PushRefusedError extends Error {}

/** Asks the person, subscribes this browser and tells the server. */
export async function turnOnPush(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefusedError('Il permesso non è stato dato: le notifiche restano spente.');
  const manager = await managerOfPush();
  if (!manager) throw new PushRefusedError('La pagina non è ancora pronta: riprova fra qualche secondo.');
  // One of another key, or of another user, cannot be used.
  await (await manager.getSubscription())?.unsubscribe();
  const subscription = await manager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => undefined);
  if (!subscription)
    throw new PushRefusedError('Il servizio di notifiche del browser non risponde: riprova.');
  await callRoute('addPushDevice', { body: bodyOf(subscription) });
}

/** Which of the devices of the list this browser is. */
export async function ownEndpointHash(): Promise<string | undefined> {
  const subscription = await (await managerOfPush())?.getSubscription();
  return subscription ? hashOf(subscription.endpoint) : undefined;
}

/** The server forgets a device; this browser, if it is that one, too. */
export async function removePush({
  id,
  endpoint_hash: hash,
}: {
  id: number;
  endpoint_hash: string;
}): Promise<void> {
  await callRoute('removePushDevice', { params: { id } });
  if (hash === (await ownEndpointHash())) await forgetPush();
}

/**
 * After a log-in: this browser is told on in the new session, so that its log-out ends that too. What another user had
 * left here ends.
 */
export async function renewPush(): Promise<void> {
  const subscription = await (await managerOfPush())?.getSubscription();
  if (!subscription) return;
  const { devices } = await callRoute('getPush', {});
  const hash = await hashOf(subscription.endpoint);
  if (devices.some(({ endpoint_hash: own }) => own === hash))
    await callRoute('addPushDevice', { body: bodyOf(subscription) });
  else await subscription.unsubscribe();
}

async function forgetPush(): Promise<void> {
  await (await (await managerOfPush())?.getSubscription())?.unsubscribe();
}

async function managerOfPush(): Promise<PushManager | undefined> {
  if (whyNoPush() !== undefined) return undefined;
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

function bodyOf(subscription: PushSubscription) {
  const { keys = {} } = subscription.toJSON();
  return { endpoint: subscription.endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}

/** As the server writes it: SHA-256, base64url. */
async function hashOf(endpoint: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
