import { LongTable } from '../ui/long-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SavedMark } from '../ui/saved-mark.tsx';
import { Table } from '../ui/table.tsx';
import { TableInput, TableSelect } from '../ui/table-input.tsx';
import { Block } from './block.tsx';
import styles from './catalogue.module.css';

const ROWS = [
  { id: 1, name: 'Diga Vecchia', state: undefined },
  { id: 2, name: 'Ponte sul Torno', state: 'selected' },
  { id: 3, name: 'Palasport', state: 'error' },
] as const;

const HEAD = (
  <>
    <th scope="col">ID</th>
    <th scope="col">Nome</th>
  </>
);

/** Panels and the tables that lie in them. */
export function TableBlocks() {
  return (
    <>
      <Block name="Panel">
        <Panel label="Padded">Con margine</Panel>
        <Panel padded={false}>Senza margine</Panel>
      </Block>
      {[false, true].map((tight) => (
        <Block key={String(tight)} name={tight ? 'Table tight' : 'Table'}>
          <div className={styles.wide}>
            <Panel padded={false}>
              <Table caption={`Dispositivi${tight ? ', tight' : ''}`} tight={tight}>
                <thead>
                  <tr>{HEAD}</tr>
                </thead>
                <tbody>
                  <tr data-row="group">
                    <th colSpan={2} scope="rowgroup">
                      valdombra
                    </th>
                  </tr>
                  {ROWS.map(({ id, name, state }) => (
                    <tr key={id} data-row={state}>
                      <td>{id}</td>
                      <td>{name}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </Panel>
          </div>
        </Block>
      ))}
      <Block name="TableInput, TableSelect, SavedMark">
        <TableInput aria-label="Nome" defaultValue="Diga Vecchia" />
        <TableInput aria-label="Nome in errore" aria-invalid defaultValue="Diga Vecchia" />
        <TableSelect aria-label="Tipo" defaultValue="semaforo">
          <option value="semaforo">semaforo</option>
        </TableSelect>
        <SavedMark>Salvato</SavedMark>
      </Block>
      <Block name="LongTable">
        <div className={styles.wide}>
          <LongTable caption="Storico" head={HEAD} rows={ROWS} rowKey={({ id }) => id}>
            {({ id, name }, place) => (
              <tr key={id} {...place}>
                <td>{id}</td>
                <td>{name}</td>
              </tr>
            )}
          </LongTable>
        </div>
      </Block>
    </>
  );
}
