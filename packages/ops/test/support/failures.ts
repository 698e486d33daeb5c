import type { Outcome } from '@syncline/runs';
import type { DiagnosedRun } from '../../src/insight/failures.ts';

/** A run with texts that a diagnosis reads. */
export function runOf(key: string, facts: Partial<DiagnosedRun> = {}): DiagnosedRun {
  const outcome: Outcome = facts.outcome ?? 'failed';
  const start = Date.parse('2026-03-02T08:00:00Z');
  return {
    key,
    job: 'Orders',
    outcome,
    because: [],
    status: outcome.toUpperCase(),
    error: '',
    details: '',
    start,
    end: undefined,
    ...facts,
  };
}

const guid = (n: number) =>
  `${(n * 7919).toString(16).padStart(8, '0')}-d9cb-469f-a165-${(n * 104_729).toString(16).padStart(12, '0')}`;
const time = (n: number) => new Date(Date.parse('2026-03-02T08:00:00Z') + n * 3_671_000).toISOString();

/**
 * Messages for four causes, as services and databases write them in several languages. Each function takes a number.
 */
export const messages: Readonly<Record<'timeout' | 'login' | 'schema' | 'space', readonly ((n: number) => string)[]>> =
  {
    timeout: [
      (n) =>
        `[HY000] Timeout expired after ${n + 1} seconds. The timeout period elapsed at ${time(n)} (connection ${guid(n)}).`,
      (n) => `Could not read from 10.0.${n}.${n * 3}:5432: the operation timed out after ${n * 1000 + 500} ms`,
      (n) => `Zeitüberschreitung beim Lesen der Tabelle „Auftrag_${n}“ nach ${n},5 Sekunden`,
      (n) => `Délai d’attente dépassé lors de la connexion à « entrepôt-${n} » (${n} s)`,
      (n) => `接続がタイムアウトしました（${n}秒、要求ID ${guid(n)}）`,
    ],
    login: [
      (n) => `ORA-01017: invalid username/password; logon denied (session 0x${(n * 65_537).toString(16)})`,
      (n) => `Login failed for user 'sync_${n}'. Request a${n}b${n * 7}c9 was refused at ${time(n)}`,
      (n) => `Fehler bei der Anmeldung für den Benutzer „sync${n}“.`,
      (n) => `Error de inicio de sesión del usuario "sync${n}" el ${1 + (n % 28)} de marzo de 2026 a las 8:0${n % 10}`,
    ],
    schema: [
      (n) => `SQLSTATE[42703]: column "c${n}" of relation "t_${n}" does not exist at character ${n * 13}`,
      (n) => `Ungültiger Spaltenname '${'Spalte'.repeat(1 + (n % 3))} ${n}'.`,
    ],
    space: [
      (n) =>
        `ERROR: could not extend file "base/16384/${n * 1000}": No space left on device (wrote ${n} of 8192 bytes)`,
      (n) => `Auf dem Datenträger ist nicht genügend Speicherplatz vorhanden: /var/lib/data/${n}/part-${guid(n)}.csv`,
    ],
  };

/** The rules that recognize these causes. */
export const causes = [
  {
    origin: 'network',
    type: 'timeout',
    contains: ['timeout', 'timed out', 'Zeitüberschreitung', 'délai*dépassé', 'タイムアウト'],
  },
  {
    origin: 'credential',
    type: 'login',
    contains: ['logon denied', 'login failed', 'bei der Anmeldung', 'inicio de sesión'],
  },
  { origin: 'source', type: 'schema', contains: ['column*does not exist', 'Ungültiger Spaltenname'] },
  { origin: 'destination', type: 'space', contains: ['no space left', 'nicht genügend Speicherplatz'] },
];
