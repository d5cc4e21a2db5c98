import type { deviceCsvRoutes } from '@semaforo/contract/api/device-csv';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { StreamedText } from '../http/streamed-text.ts';
import { writeDeviceCsv } from './device-csv.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DevicesRepository } from './devices.repository.ts';
import type { CsvImport } from './import-csv.ts';

export function createDeviceCsvHandlers(options: {
  directory: Pick<DeviceDirectory, 'list'>;
  repository: Pick<DevicesRepository, 'usernames'>;
  importCsv: CsvImport;
}): Handlers<typeof deviceCsvRoutes> {
  return {
    exportDevices: async ({ actor }) =>
      new StreamedText(writeDeviceCsv(options.directory.list(actor), await options.repository.usernames())),
    importDevices: (call) => {
      const { dry_run: dryRun, rows, skip_errors: skipErrors } = call.query;
      return options.importCsv(call.body, {
        author: authorOf(call),
        dryRun: dryRun === 'true',
        withRows: rows === 'true',
        skipErrors: skipErrors === 'true',
      });
    },
  };
}
