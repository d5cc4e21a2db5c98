/** The services of the makers of browsers; docs/impostazioni.md names them for whoever opens a firewall. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
] as const;

/** True for an address of one of them: https on port 443. */
export function isPushService({ protocol, port, hostname }: URL): boolean {
  if (protocol !== 'https:' || port !== '') return false;
  return PUSH_SERVICES.some((service) =>
    service.startsWith('*') ? hostname.endsWith(service.slice(1)) : hostname === service,
  );
}
