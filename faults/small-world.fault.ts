// Every history of a small world: signals, commands, faults and servers, visited breadth-first over the real steps of a
// delivery and of a device.
// `tsx faults/small-world.fault.ts [--devices 1] [--commands 2] [--faults 2] [--owners 2] [--most 2000000]`.
import { parseArgs } from 'node:util';
import { explore } from './small-world/explore.ts';
import { actionsOf, assert, firstModel, keyOf } from './small-world/model.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1' },
    commands: { type: 'string', default: '2' },
    faults: { type: 'string', default: '2' },
    owners: { type: 'string', default: '2' },
    most: { type: 'string', default: '2000000' },
  },
});
for (const isSilentBroker of [false, true]) {
  const bounds = {
    devices: Number(values.devices),
    commands: Number(values.commands),
    faults: Number(values.faults),
    owners: Number(values.owners),
    isSilentBroker,
  };
  const begun = Date.now();
  const { states, transitions, isWhole, violation } = explore(firstModel(bounds), {
    actionsOf: (model) => actionsOf(model),
    keyOf,
    assert,
    mostStates: Number(values.most),
  });
  console.log(
    `${bounds.devices} devices, ${bounds.commands} commands, ${bounds.faults} faults, ${bounds.owners} servers, a broker that ` +
      `${isSilentBroker ? 'does not say' : 'says'} who listens: ${states} states, ${transitions} transitions, ` +
      `${isWhole ? 'all visited' : 'NOT ALL VISITED'}, ${Math.round((Date.now() - begun) / 1000)} s`,
  );
  for (const line of violation ? [`VIOLATION: ${violation.sentence}`, ...violation.path] : ['0 violations'])
    console.log(line);
  if (violation || !isWhole) process.exitCode = 1;
}
