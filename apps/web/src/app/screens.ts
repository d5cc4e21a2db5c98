import type { ComponentType } from 'react';

/**
 * A screen of the console. `access` is its guard. `fullBleed` uses the whole window and folds the menu (the map).
 * `ownStrip` has a place of its own for the strip of the last command. `bare` fills the window without menu and bars.
 */
export type ScreenRoute = {
  path: string;
  title: string;
  access: 'public' | 'logged-in' | 'admin';
  fullBleed?: boolean;
  ownStrip?: boolean;
  bare?: boolean;
  load: () => Promise<ComponentType>;
};

/** The screens, one line each (docs/rules.md#screens). */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Home',
    access: 'public',
    load: async () => (await import('../screens/home.screen.tsx')).HomeScreen,
  },
  {
    path: '/login',
    title: 'Login',
    access: 'public',
    load: async () => (await import('../screens/log-in.screen.tsx')).LogInScreen,
  },
  {
    path: '/dashboard',
    title: 'Dashboard Semafori',
    access: 'logged-in',
    ownStrip: true,
    load: async () => (await import('../screens/dashboard.screen.tsx')).DashboardScreen,
  },
  {
    path: '/lanterna',
    title: 'Lanterna',
    access: 'logged-in',
    load: async () => (await import('../screens/lantern.screen.tsx')).LanternScreen,
  },
  {
    path: '/acqua',
    title: 'Acqua',
    access: 'logged-in',
    load: async () => (await import('../screens/sensors.screen.tsx')).SensorsScreen,
  },
  {
    path: '/acqua/:id',
    title: 'Misuratore',
    access: 'logged-in',
    load: async () => (await import('../screens/sensor.screen.tsx')).SensorScreen,
  },
  {
    path: '/devices',
    title: 'Dispositivi',
    access: 'admin',
    load: async () => (await import('../screens/device-metrics.screen.tsx')).DeviceMetricsScreen,
  },
  {
    path: '/devices/:id',
    title: 'Dispositivo',
    access: 'logged-in',
    load: async () => (await import('../screens/device.screen.tsx')).DeviceScreen,
  },
  {
    path: '/gestisci',
    title: 'Gestione',
    access: 'admin',
    load: loadManagement,
  },
  {
    path: '/gestisci/mqtt',
    title: 'Gestione',
    access: 'admin',
    load: loadManagement,
  },
  {
    path: '/gestisci/importa',
    title: 'Importa dispositivi',
    access: 'admin',
    load: async () => (await import('../screens/import-devices.screen.tsx')).ImportDevicesScreen,
  },
  {
    path: '/collegamenti',
    title: 'Collegamenti',
    access: 'admin',
    load: async () => (await import('../screens/collegamenti.screen.tsx')).CollegamentiScreen,
  },
  {
    path: '/sistema',
    title: 'Stato del sistema',
    access: 'admin',
    load: async () => (await import('../screens/system.screen.tsx')).SystemScreen,
  },
  {
    path: '/registro',
    title: 'Registro',
    access: 'admin',
    load: async () => (await import('../screens/audit.screen.tsx')).AuditScreen,
  },
  {
    path: '/map',
    title: 'Mappa',
    access: 'logged-in',
    fullBleed: true,
    load: async () => (await import('../screens/map.screen.tsx')).MapScreen,
  },
  {
    path: '/sala',
    title: 'Sala operativa',
    access: 'logged-in',
    bare: true,
    load: async () => (await import('../screens/kiosk.screen.tsx')).KioskScreen,
  },
  {
    path: '/allerte',
    title: 'Allerte',
    access: 'logged-in',
    load: async () => (await import('../screens/alerts.screen.tsx')).AlertsScreen,
  },
  {
    path: '/allarmi',
    title: 'Allarmi',
    access: 'logged-in',
    load: async () => (await import('../screens/alarms.screen.tsx')).AlarmsScreen,
  },
  {
    path: '/history',
    title: 'Storico Comandi',
    access: 'logged-in',
    load: async () => (await import('../screens/history.screen.tsx')).HistoryScreen,
  },
  {
    path: '/history/giorno',
    title: 'Foglio del giorno',
    access: 'logged-in',
    load: async () => (await import('../screens/day-sheet.screen.tsx')).DaySheetScreen,
  },
  {
    path: '/scheduled',
    title: 'Pianificazioni Attive',
    access: 'logged-in',
    load: async () => (await import('../screens/scheduled.screen.tsx')).ScheduledScreen,
  },
  {
    path: '/user',
    title: 'Pannello Utente',
    access: 'logged-in',
    load: async () => (await import('../screens/user-panel.screen.tsx')).UserPanelScreen,
  },
];

async function loadManagement() {
  return (await import('../screens/management.screen.tsx')).ManagementScreen;
}
