import { DUTIES, type Duty } from '@semaforo/contract/domain/duty';

const MEANS: Record<Duty, string> = {
  read: 'Legge: vede tutto, non comanda',
  operate: 'Comanda: lampade, allerte, pianificazioni',
  manage: 'Dirige: anche persone, gruppi e regole',
};

/** The duties as a list to choose from, the least first. */
export const DUTY_OPTIONS = DUTIES.map((value) => ({ value, label: MEANS[value] }));
