import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { startServer } from '../harness/child.ts';

interface Ready {
  url: string;
  headers: Record<string, string>;
  pid: number;
}

/** The result of reading every record through the listener. */
export interface Streamed {
  readonly megabytes: number;
  readonly seconds: number;
  /** The peak growth of the memory of the sandbox's process in MB, from the kernel. */
  readonly growthMb: number;
}

/**
 * Reads the whole history of a sandbox in a separate process, and reads that process's memory from the kernel (Linux).
 */
export async function streamHistory(count: number): Promise<Streamed> {
  const server = await startServer<Ready>(new URL('../servers/sandbox-history.ts', import.meta.url), [String(count)]);
  try {
    // Resets the peak that loading caused.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
    const before = memory(server.pid, 'VmRSS');
    const begun = performance.now();
    const bytes = await read(server);
    return {
      megabytes: bytes / 1e6,
      seconds: (performance.now() - begun) / 1000,
      growthMb: (memory(server.pid, 'VmHWM') - before) / 1e6,
    };
  } finally {
    await server.close();
  }
}

function memory(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}

function read({ url, headers }: Ready): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      let bytes = 0;
      response
        .on('data', (chunk: Buffer) => (bytes += chunk.length))
        .on('end', () => resolve(bytes))
        .on('error', reject);
    });
    sent.on('error', reject).end();
  });
}
