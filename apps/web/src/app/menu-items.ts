import type { IconName } from '../ui/icon.tsx';

/** An entry of the side menu. `logsOut`: it also ends the session. */
export type MenuEntry = {
  to: string;
  label: string;
  icon: IconName;
  group: 'console' | 'administration' | 'own';
  logsOut?: boolean;
};

/** All entries, in their order; those of `administration` are for admins, those of `own` stand at the foot. */
export const MENU: readonly MenuEntry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: 'dashboard', group: 'console' },
  { to: '/lanterna', label: 'Lanterna', icon: 'lantern', group: 'console' },
  { to: '/map', label: 'Mappa', icon: 'map', group: 'console' },
  { to: '/acqua', label: 'Acqua', icon: 'drop', group: 'console' },
  { to: '/allerte', label: 'Allerte', icon: 'megaphone', group: 'console' },
  { to: '/allarmi', label: 'Allarmi', icon: 'bell', group: 'console' },
  { to: '/history', label: 'Storico Comandi', icon: 'history', group: 'console' },
  { to: '/scheduled', label: 'Pianificazioni', icon: 'calendar', group: 'console' },
  { to: '/gestisci', label: 'Gestisci', icon: 'sliders', group: 'administration' },
  { to: '/devices', label: 'Dispositivi', icon: 'chip', group: 'administration' },
  { to: '/collegamenti', label: 'Collegamenti', icon: 'plug', group: 'administration' },
  { to: '/sistema', label: 'Stato del sistema', icon: 'pulse', group: 'administration' },
  { to: '/registro', label: 'Registro', icon: 'document', group: 'administration' },
  { to: '/user', label: 'Profilo', icon: 'user', group: 'own' },
  { to: '/login', label: 'Logout', icon: 'log-out', group: 'own', logsOut: true },
];
