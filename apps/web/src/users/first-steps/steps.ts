import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { labelOf } from '@semaforo/contract/domain/label';

/** `now`: the first that is missing. A later one that needs no other may be done before. */
export type StepState = 'done' | 'now' | 'later';

export type Step = {
  id: 'password' | 'town' | 'device' | 'lamp';
  title: string;
  text: string;
  state: StepState;
  /** Where it is done, unless in the step itself; none for what is done. */
  action?: { to: string; label: string };
};

/** The four steps to the first lamp, each by what is stored. */
export function stepsOf(facts: FirstSteps): Step[] {
  const steps = [passwordStep(facts), townStep(facts), deviceStep(facts), lampStep(facts)];
  const first = steps.findIndex(({ isDone }) => !isDone);
  return steps.map(({ isDone, ...step }, index) => {
    const state = isDone ? 'done' : index === first ? 'now' : 'later';
    return { ...step, state };
  });
}

type Found = Omit<Step, 'state'> & { isDone: boolean };

function passwordStep({ passwordChanged: isDone }: FirstSteps): Found {
  const [id, title] = ['password' as const, 'Cambia la password'];
  if (isDone) return { id, title, isDone, text: 'Fatto. Quella del primo avvio non vale più.' };
  const text = 'Quella del primo avvio è stata stampata, o è in un file: mettine una che sai solo tu.';
  return { id, title, isDone, text };
}

function townStep({ town }: FirstSteps): Found {
  const [id, title] = ['town' as const, 'Crea il Comune'];
  if (town) {
    const action = { to: '/gestisci', label: 'Aggiungine un altro' };
    return { id, title, isDone: true, text: `Utente «${town.username}».`, action };
  }
  const text = 'Ogni Comune ha un utente, che vede e comanda solo i suoi dispositivi.';
  return { id, title, isDone: false, text };
}

function deviceStep({ town, device }: FirstSteps): Found {
  const [id, title] = ['device' as const, 'Collega un dispositivo'];
  if (device?.heard) return { id, title, isDone: true, text: `${labelOf(device)} ha parlato.` };
  if (device) {
    const text = `${labelOf(device)} è registrato e non ha ancora parlato: crea le sue credenziali e mettile nel dispositivo.`;
    const action = { to: `/devices/${device.id}`, label: 'Apri il dispositivo' };
    return { id, title, isDone: false, text, action };
  }
  if (!town)
    return { id, title, isDone: false, text: 'Serve il Comune di cui è: disponibile dopo il passo 2.' };
  const text = 'Registra uno di quelli che già parlano, qui sotto, o usa i dati di collegamento.';
  const action = { to: '/gestisci?topic=', label: 'Registra il primo' };
  return { id, title, isDone: false, text, action };
}

function lampStep({ device, lampConfirmed }: FirstSteps): Found {
  const [id, title] = ['lamp' as const, 'Prova una lampada'];
  if (lampConfirmed)
    return { id, title, isDone: true, text: 'Fatto: il dispositivo ha detto di averla accesa.' };
  if (!device?.heard) {
    const text = 'Il passo è fatto quando il dispositivo dice di averla accesa. Disponibile dopo il passo 3.';
    return { id, title, isDone: false, text };
  }
  const text =
    'Premi Imposta e scegli un colore: il passo è fatto quando il dispositivo dice di averla accesa.';
  return { id, title, isDone: false, text };
}
