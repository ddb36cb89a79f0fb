import { saveFile } from '../lib/save-file';
import { ApiError, type ApiPath, callForFile, type Query } from './client';

export type Format = 'csv' | 'json';

/** Received so far. */
export interface Progress {
  rows: number;
  bytes: number;
}

export interface SavedFile extends Progress {
  name: string;
  /** Whether the file ends because it has the maximum number of rows. */
  isLimited: boolean;
}

const PROGRESS_MS = 100;

/** Downloads rows as a file and saves it. Nothing is saved if the download is aborted or incomplete. */
export async function saveExport(
  path: ApiPath,
  query: Query & { format: Format },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<SavedFile> {
  const response = await callForFile([...path, 'export'], query, signal);
  const counter = counterOf(query.format);
  let shown = 0;
  const count = (chunk: Uint8Array) => {
    counter.add(chunk);
    const now = performance.now();
    if (now - shown < PROGRESS_MS) return;
    shown = now;
    onProgress({ ...counter.progress });
  };
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export';
  const counted = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  // The browser collects the file, and can keep large ones on disk.
  const file = await new Response(counted).blob().catch((error: unknown) => {
    throw signal.aborted ? error : incomplete();
  });
  saveFile(file, name);
  const maxRows = Number(response.headers.get('export-max-rows') ?? Infinity);
  return { ...counter.progress, name, isLimited: counter.progress.rows >= maxRows };
}

const incomplete = () =>
  new ApiError(0, 'INCOMPLETE', 'The connection ended before the file was complete, so it was not saved. Try again.');

const [NEWLINE, QUOTE, BRACE] = [0x0a, 0x22, 0x7b];

/** Counts the rows and bytes of a file. In JSON, each row is one line; in CSV, quoted values can contain line breaks. */
function counterOf(format: Format) {
  const progress: Progress = { rows: 0, bytes: 0 };
  let [isQuoted, previous, lines] = [false, 0, 0];
  const add = (chunk: Uint8Array) => {
    progress.bytes += chunk.length;
    for (const byte of chunk) {
      if (format === 'json' && previous === NEWLINE && byte === BRACE) lines += 1;
      if (format === 'csv' && byte === QUOTE) isQuoted = !isQuoted;
      if (format === 'csv' && byte === NEWLINE && !isQuoted) lines += 1;
      previous = byte;
    }
    // The first line of CSV has the names of the columns.
    progress.rows = format === 'csv' ? Math.max(0, lines - 1) : lines;
  };
  return { progress, add };
}
