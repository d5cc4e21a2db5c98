import { createReferenceCore } from '@semaforo/simulator/reference-core';
import { type BodyOptions, createDeviceBody, type TruthDevice } from './device-body.ts';
import type { DeviceAct, DeviceTrait } from './device-plan.ts';
import type { TownDevice } from './town.ts';

const LAMP_CHANNEL = /^out\d$/;

/** What the firmware of a board may do in a round; a lamp that flaps or is switched by hand is none of its doing. */
const BOARD_ACTS: readonly DeviceAct['does'][] = ['mute', 'speak', 'reboot'];

/** True for a device that may be a board with the reference firmware: it obeys, and says all its lamps as it joins. */
export function mayBeBoard(
  { type, key }: TownDevice,
  { trait, acts }: { trait: DeviceTrait; acts: readonly DeviceAct[] },
): boolean {
  const isAble = acts.every((act) => act.key !== key || BOARD_ACTS.includes(act.does));
  return type === 'semaforo' && trait.kind === 'obedient' && trait.repeatsOnJoin && isAble;
}

/** A device whose brain is the reference firmware, compiled to `program`; it begins dark, as one fresh from the box. */
export function createBoardDevice(options: BodyOptions & { program: string }): TruthDevice {
  const { key } = options.device;
  const core = createReferenceCore({
    ...{ program: options.program, key },
    publish: ({ channel, payload, retain }) => {
      if (channel === 'status') {
        if (body.connection.isJoined()) body.reportOnline();
      } else if (!LAMP_CHANNEL.test(channel)) {
        body.connection.publish({ topic: `${key}/${channel}`, payload, retain }, () => undefined);
      } else if (payload === '0' || payload === '1') body.send({ channel, payload });
    },
  });
  const body = createDeviceBody(options, {
    joined: core.linked,
    left: core.lost,
    commanded: ({ channel, payload }) => core.commanded(channel, payload),
  });
  const reboot = () => {
    core.cutPower();
    body.connection.drop();
    core.powerUp();
  };
  return body.asDevice({
    acts: { reboot },
    isIdle: core.isIdle,
    powerUp: core.powerUp,
    cutPower: core.cutPower,
  });
}
