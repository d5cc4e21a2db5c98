import type { IconName } from '../ui/icon.tsx';

/** An entry of the side menu. */
export type MenuEntry = { to: string; label: string; icon: IconName; adminOnly?: boolean };

export const MENU: readonly MenuEntry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: 'dashboard' },
  { to: '/lanterna', label: 'Lanterna', icon: 'lantern' },
  { to: '/map', label: 'Mappa', icon: 'map' },
  { to: '/sala', label: 'Sala operativa', icon: 'laptop' },
  { to: '/allerte', label: 'Allerte', icon: 'megaphone' },
  { to: '/allarmi', label: 'Allarmi', icon: 'bell' },
  { to: '/history', label: 'Storico Comandi', icon: 'history' },
  { to: '/scheduled', label: 'Pianificazioni', icon: 'calendar' },
  { to: '/user', label: 'Profilo', icon: 'user' },
  { to: '/devices', label: 'Dispositivi', icon: 'chip', adminOnly: true },
  { to: '/gestisci', label: 'Gestisci', icon: 'sliders', adminOnly: true },
  { to: '/sistema', label: 'Stato del sistema', icon: 'pulse', adminOnly: true },
  { to: '/registro', label: 'Registro', icon: 'document', adminOnly: true },
];
