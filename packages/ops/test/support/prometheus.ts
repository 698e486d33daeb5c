import { execFileSync } from 'node:child_process';

/**
 * The folder of the Prometheus programs, with a slash at the end. Empty if they are on the PATH, and undefined if they
 * are not installed.
 */
export const prometheusFolder = [process.env['PROMETHEUS_BIN'], ''].find((folder) => {
  try {
    return folder !== undefined && execFileSync(`${folder}promtool`, ['--version'], { stdio: 'pipe' });
  } catch {
    return false;
  }
});
if (prometheusFolder === undefined)
  console.log('skipped: Prometheus, since promtool is not on the PATH (Debian: apt-get install prometheus)');
