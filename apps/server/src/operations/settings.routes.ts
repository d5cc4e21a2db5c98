import type { PublicSettings, settingsRoutes } from '@semaforo/contract/api/settings';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { isOwnSetting } from '@semaforo/contract/domain/known-settings';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { LENGTH_AT_MOST, SETTINGS_AT_MOST, type SettingsRepository } from './settings.repository.ts';

const ONLY_MAP_KEYS = new Refusal('forbidden', {
  code: 'setting-not-allowed',
  message: 'Puoi salvare solo le impostazioni della mappa',
});
const KEY_TAKEN = new Refusal('conflict', {
  code: 'setting-exists',
  message: 'Esiste già una impostazione con questa chiave',
});

const ADDRESS_TAKEN = new Refusal('conflict', {
  code: 'page-address-taken',
  message: 'La pagina pubblica di un altro Comune ha già questo indirizzo',
});
const TOO_MUCH = new Refusal('conflict', {
  code: 'too-many-settings',
  message: `Al massimo ${SETTINGS_AT_MOST} impostazioni per utente, ${wholeNumber(LENGTH_AT_MOST)} caratteri in tutto`,
});

export function createSettingsHandlers(options: {
  repository: SettingsRepository;
  publicSettings: PublicSettings;
  clock: Clock;
}): Handlers<typeof settingsRoutes> {
  const { repository, publicSettings, clock } = options;
  const settingsOf = async (userId: number, prefix?: string) => ({
    settings: await repository.list(userId, prefix),
  });
  const answer = (userId: number, saved: Awaited<ReturnType<SettingsRepository['save']>>) => {
    if (saved === 'too-much') return TOO_MUCH;
    if (saved === 'address-taken') return ADDRESS_TAKEN;
    return saved === 'saved' ? settingsOf(userId) : notFound();
  };
  const act = (call: Parameters<typeof authorOf>[0]) => ({ author: authorOf(call), at: clock.now() });

  return {
    getPublicSettings: () => publicSettings,
    listMySettings: ({ actor, query }) => settingsOf(actor.id, query.prefix),
    saveMySettings: async (call) => {
      const { actor, body } = call;
      const allowed = actor.role === 'admin' || Object.keys(body).every(isOwnSetting);
      if (!allowed) return ONLY_MAP_KEYS;
      return answer(actor.id, await repository.save(actor.id, body, act(call)));
    },
    listUserSettings: async ({ params }) =>
      (await repository.userExists(params.id)) ? settingsOf(params.id) : notFound(),
    saveUserSetting: async (call) => {
      const userId = call.params.id;
      return answer(userId, await repository.save(userId, call.body, act(call)));
    },
    renameUserSetting: async (call) => {
      const { id: userId, key } = call.params;
      const outcome = await repository.rename(userId, { key, ...call.body }, act(call));
      if (outcome === 'absent') return notFound();
      return outcome === 'taken' ? KEY_TAKEN : settingsOf(userId);
    },
    deleteUserSetting: async (call) => {
      const { id: userId, key } = call.params;
      return (await repository.delete(userId, key, act(call))) ? undefined : notFound();
    },
  };
}
