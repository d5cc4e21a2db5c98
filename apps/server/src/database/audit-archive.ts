/** In the data folder: what was taken out of the audit, a file for each time. */
export const ARCHIVE_FOLDER = 'registro-archiviato';
