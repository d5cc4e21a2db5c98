import type { UnregisteredDevice } from '@semaforo/contract/api/unregistered-devices';
import { PROFILE_NAMES } from '@semaforo/contract/domain/device-profiles';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { Age } from '../../platform/age.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { UserText } from '../../ui/user-text.tsx';
import { describeRefusal, needsProfile, registrationOf, unknownPayload } from './describe-unregistered.ts';

/** Someone who was heard, in the table. */
export function UnregisteredDeviceRow({
  heard,
  onIgnore,
}: {
  heard: UnregisteredDevice;
  onIgnore: () => void;
}) {
  const { key, log_in: logIn, ignored, name } = heard;
  return (
    <tr>
      <td className="mono" data-label="Chiave">
        <UserText>{key ?? logIn?.client_id ?? name}</UserText>
      </td>
      <td data-label="Ultime parole">
        <Words heard={heard} />
      </td>
      <td data-label="Tipo probabile">
        {heard.type ?? 'non si sa'}
        {heard.profile !== null && heard.profile !== 'outN' && `, ${PROFILE_NAMES[heard.profile]}`}
      </td>
      <td data-cell="number" data-label="Messaggi">
        {wholeNumber(heard.count)}
      </td>
      <td data-label="Ultima volta">
        <Age since={heard.heard_at} />
      </td>
      <td data-cell="actions">
        <span className={layoutStyles.row}>
          <Registration heard={heard} />
          {!ignored && (
            <Button variant="outline" title={`Ignora ${name}`} onClick={onIgnore}>
              Ignora
            </Button>
          )}
          {ignored && (
            <Button variant="outline" title={`Ascolta di nuovo ${name}`} onClick={onIgnore}>
              Ascolta di nuovo
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

function Registration({ heard }: { heard: UnregisteredDevice }) {
  const { device_id: deviceId, name } = heard;
  if (deviceId !== null) {
    return (
      <ButtonLink to={`/devices/${deviceId}`} title={`Credenziali di ${name}`}>
        Credenziali
      </ButtonLink>
    );
  }
  const act = needsProfile(heard) ? 'Scegli il profilo' : 'Registra';
  return (
    <ButtonLink to={registrationOf(heard)} title={`${act}: ${name}`}>
      {act}
    </ButtonLink>
  );
}

function Words({ heard }: { heard: UnregisteredDevice }) {
  const refusal = describeRefusal(heard);
  const payload = unknownPayload(heard);
  if (payload !== null) {
    return (
      <span className="muted">
        payload non riconosciuto: <bdi className="mono">{payload}</bdi>
      </span>
    );
  }
  const payloads = heard.words.map(({ channel, payload: word }) => `${channel} ${word}`).join(', ');
  return (
    <>
      {payloads !== '' && (
        <span className="mono">
          <UserText>{payloads}</UserText>
        </span>
      )}
      {refusal !== null && (
        <span className="muted">
          <UserText>{heard.device_id === null ? refusal : `registrato, ma ${refusal}`}</UserText>
        </span>
      )}
    </>
  );
}
