const CAP = 'urn:oasis:names:tc:emergency:cap:1.2';

/** A message of CAP 1.2, in force on 22 November 2026 from 12:00 to 22:00 in Rome unless told otherwise. */
export function capMessage(options: {
  id: string;
  kind?: string;
  status?: string;
  /** The identifier of a message that it replaces or cancels. */
  references?: string;
  sent?: string;
  zone?: string;
  level?: string;
  severity?: string;
  type?: string;
  expires?: string;
}): string {
  const { id, kind = 'Alert', status = 'Actual', sent = '2026-11-22T12:00:00+01:00' } = options;
  const { level = '2; yellow; Moderate', type = '12; flooding' } = options;
  const references =
    options.references === undefined
      ? ''
      : `<references>centro@regione.example,${options.references},2026-11-22T12:00:00+01:00</references>`;
  const info =
    options.zone === undefined
      ? ''
      : `<info><language>it-IT</language><category>Met</category><event>Avviso</event>
        <urgency>Expected</urgency><severity>${options.severity ?? level.split('; ')[2]}</severity>
        <certainty>Likely</certainty><onset>2026-11-22T12:00:00+01:00</onset>
        <expires>${options.expires ?? '2026-11-22T22:00:00+01:00'}</expires><headline>Avviso di prova</headline>
        <parameter><valueName>awareness_level</valueName><value>${level}</value></parameter>
        <parameter><valueName>awareness_type</valueName><value>${type}</value></parameter>
        <area><areaDesc>Una zona</areaDesc>
          <geocode><valueName>EMMA_ID</valueName><value>IT999</value></geocode>
          <geocode><valueName>ZONA</valueName><value>${options.zone}</value></geocode></area></info>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="${CAP}"><identifier>${id}</identifier><sender>centro@regione.example</sender><sent>${sent}</sent>
<status>${status}</status><msgType>${kind}</msgType><scope>Public</scope>${references}${info}</alert>`;
}
