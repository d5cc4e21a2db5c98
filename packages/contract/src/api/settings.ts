import { z } from 'zod';
import { refusedValue } from '../domain/known-settings.ts';
import { addresses } from './addresses.ts';
import { byId, idInPath, text } from './fields.ts';
import { defineRoute } from './route.ts';

export const SETTING_KEY_PATTERN = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_VALUE_LENGTH = 10_000;

const WRONG_KEY = 'La chiave inizia con una lettera minuscola e contiene solo lettere minuscole, cifre e _';

const settingKey = text.regex(SETTING_KEY_PATTERN, WRONG_KEY);
const settingValue = text.max(MAX_VALUE_LENGTH, 'Il valore è troppo lungo');

const settingsSchema = z.strictObject({
  settings: z.array(z.strictObject({ key: z.string(), value: z.string() })),
});

export type Setting = z.infer<typeof settingsSchema>['settings'][number];

const settingsByKey = z
  .record(settingKey, settingValue, {
    error: ({ code }) => (code === 'invalid_key' ? WRONG_KEY : undefined),
  })
  .superRefine((settings, context) => {
    for (const [key, value] of Object.entries(settings)) {
      const message = refusedValue(key, value);
      if (message !== undefined) context.addIssue({ code: 'custom', path: [key], message });
    }
  });
const settingOfUser = z.strictObject({ id: idInPath, key: text });

/**
 * What the page must know of the installation: the attribution of the map tiles as plain text, and the pages that AgID
 * asks a public site to link (https, http or mailto; null for a page that the Comune does not have), and for how long
 * something must be wrong until it is an alarm.
 */
const publicSettingsSchema = z.strictObject({
  tileAttribution: z.string(),
  accessibilityUrl: z.string().nullable(),
  feedbackUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  alarmRaiseSeconds: z.int(),
  /** Whom to ask for help, in words. */
  supportContact: z.string().nullable(),
  /** What people call the identity by which they may log in; null: only by password. */
  oidcName: z.string().nullable(),
});

export type PublicSettings = z.infer<typeof publicSettingsSchema>;

export const settingsRoutes = {
  getPublicSettings: defineRoute(addresses.getPublicSettings, {
    summary: 'Le impostazioni della console che servono alla pagina',
    success: { status: 200, body: publicSettingsSchema },
  }),
  listMySettings: defineRoute(addresses.listMySettings, {
    summary: 'Le proprie impostazioni',
    query: z.strictObject({ prefix: text.max(64).optional() }),
    success: { status: 200, body: settingsSchema },
  }),
  saveMySettings: defineRoute(addresses.saveMySettings, {
    summary: 'Salva le proprie impostazioni; chi non è admin solo quelle map_…',
    body: settingsByKey,
    success: { status: 200, body: settingsSchema },
    refusals: [403, 409],
  }),
  listUserSettings: defineRoute(addresses.listUserSettings, {
    summary: 'Le impostazioni di un utente',
    params: byId,
    success: { status: 200, body: settingsSchema },
  }),
  saveUserSetting: defineRoute(addresses.saveUserSetting, {
    summary: 'Aggiunge o cambia impostazioni di un utente',
    params: byId,
    body: settingsByKey,
    success: { status: 200, body: settingsSchema },
    refusals: [409],
  }),
  renameUserSetting: defineRoute(addresses.renameUserSetting, {
    summary: 'Rinomina una impostazione di un utente e ne cambia il valore',
    params: settingOfUser,
    body: z
      .strictObject({ newKey: settingKey, value: settingValue })
      .superRefine(({ newKey, value }, context) => {
        const message = refusedValue(newKey, value);
        if (message !== undefined) context.addIssue({ code: 'custom', path: ['value'], message });
      }),
    success: { status: 200, body: settingsSchema },
    refusals: [409],
  }),
  deleteUserSetting: defineRoute(addresses.deleteUserSetting, {
    summary: 'Elimina una impostazione di un utente',
    params: settingOfUser,
    success: { status: 204 },
  }),
};
