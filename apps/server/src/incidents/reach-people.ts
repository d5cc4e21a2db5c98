import type { DutyPerson } from '@semaforo/contract/api/alarms';
import type { SendMail } from './mail.port.ts';

/** What is told: the first line says it all. `key`: it is shown once. */
export type DirectMessage = { key: string; text: string };

/** A way to a person that needs no database. Rejects when the message was not taken. */
export type Way = {
  name: 'Telegram' | 'e-mail' | 'notifica';
  send: (message: DirectMessage) => Promise<void>;
};

/** A way to a chat or a browser (by the console's id), looked up now and good later; undefined when it is gone. */
export type ReachById = (id: number) => Promise<Way['send'] | undefined>;

/** Somebody on duty, and how to tell them. */
export type Reachable = { name: string; ways: readonly Way[] };

/** Looks up how to tell people, while the database can be asked. */
export async function reachPeople(
  people: readonly DutyPerson[],
  by: { chat: ReachById | undefined; browser: ReachById; mail: SendMail | undefined },
): Promise<Reachable[]> {
  const reach = async ({ name, chat_id: chatId, push_id: pushId, email }: DutyPerson): Promise<Reachable> => {
    const chat = chatId === null ? undefined : await by.chat?.(chatId);
    const browser = pushId === null ? undefined : await by.browser(pushId);
    const { mail } = by;
    const ways: Way[] = [
      ...(chat ? [{ name: 'Telegram' as const, send: chat }] : []),
      ...(email !== null && mail
        ? [{ name: 'e-mail' as const, send: ({ text }: DirectMessage) => mail(toMail(email, text)) }]
        : []),
      ...(browser ? [{ name: 'notifica' as const, send: browser }] : []),
    ];
    return { name, ways };
  };
  return Promise.all(people.map(reach));
}

/** An alarm as an e-mail. */
export function toMail(address: string, text: string): Parameters<SendMail>[0] {
  return { address, subject: `Semaforo: ${text.split('\n')[0] ?? ''}`, text };
}
