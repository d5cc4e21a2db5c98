import { zodResolver } from '@hookform/resolvers/zod';
import { USUAL_PROFILE } from '@semaforo/contract/domain/device-profiles';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Toast } from '../../ui/toast.tsx';
import {
  DEVICE_TYPE_OPTIONS,
  type DeviceFormValues,
  newDeviceSchema,
  PROFILE_OPTIONS,
} from './device-form-fields.ts';
import { useCreateDevice } from './managed-devices.queries.ts';
import type { Owner } from './owner.ts';
import type { ProposedDevice } from './proposed-device.ts';

type DeviceFormProps = {
  users: readonly Owner[];
  /** The user who is selected beside the form: the proposed owner. */
  selectedUserId: number | null;
  /** What the form begins with, when it was opened for a device that was heard. */
  proposed?: ProposedDevice | undefined;
  onNotice: (notice: Toast) => void;
  onCreated?: (device: { id: number }) => void;
};

const EMPTY: DeviceFormValues = {
  name: '',
  topic: '',
  latitude: '',
  longitude: '',
  type: 'semaforo',
  profile: USUAL_PROFILE,
  userId: '',
};

/** 'Crea Nuovo Dispositivo'. After a device is created, type, profile and user stay for the next one. */
export function DeviceForm({ users, selectedUserId, proposed, onNotice, onCreated }: DeviceFormProps) {
  const { register, handleSubmit, reset, setValue, setFocus, getValues, formState } = useForm({
    defaultValues: { ...EMPTY, ...proposed },
    resolver: zodResolver(newDeviceSchema),
  });
  const createDevice = useCreateDevice({ onNotice });
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (selectedUserId !== null) setValue('userId', String(selectedUserId));
  }, [selectedUserId, setValue]);

  useEffect(() => {
    if (!proposed) return;
    panel.current?.scrollIntoView({ block: 'center' });
    setFocus('name');
  }, [proposed, setFocus]);

  const submit = handleSubmit((device) => {
    if (createDevice.isPending) return;
    const { type, profile, userId } = getValues();
    createDevice.mutate(device, {
      onSuccess: (created) => {
        reset({ ...EMPTY, type, profile, userId });
        onCreated?.(created);
      },
    });
  });

  const field = (name: keyof DeviceFormValues) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  });
  const userOptions = users.map((user) => ({ value: String(user.id), label: user.username }));

  return (
    <Panel label="Crea Nuovo Dispositivo">
      <div ref={panel} />
      <form className={fieldStyles.form} onSubmit={(event) => void submit(event)}>
        <h2>Crea Nuovo Dispositivo</h2>
        <TextInput label="Nome" {...field('name')} />
        <TextInput label="Topic" autoCapitalize="none" spellCheck={false} {...field('topic')} required />
        <p className="muted small">
          Come /3/comune/nome. Sotto /3/ le lampade sono out1–out4 e la luce di una lanterna out0; altrove
          out2–out5, e out1 sotto /4/.
        </p>
        <div className={fieldStyles.pair}>
          <TextInput label="Latitudine" inputMode="decimal" {...field('latitude')} />
          <TextInput label="Longitudine" inputMode="decimal" {...field('longitude')} />
        </div>
        <Select label="Tipo" options={DEVICE_TYPE_OPTIONS} {...field('type')} required />
        <Select label="Profilo" options={PROFILE_OPTIONS} {...field('profile')} required />
        <p className="muted small">
          Come parla il dispositivo: outN per lo sketch della documentazione, oppure la scheda pronta che è.
        </p>
        <Select
          label="Utente"
          options={[{ value: '', label: 'Scegli un utente' }, ...userOptions]}
          {...field('userId')}
          required
        />
        <Button type="submit" size="block" aria-disabled={createDevice.isPending}>
          Crea Dispositivo
        </Button>
      </form>
    </Panel>
  );
}
