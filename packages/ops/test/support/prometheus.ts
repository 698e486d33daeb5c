import { execFileSync } from 'node:child_process';

/** The folder of Prometheus' programs, with a slash; empty if they are on the PATH; undefined if there are none. */
export const prometheusFolder = [process.env['PROMETHEUS_BIN'], ''].find((folder) => {
  try {
    return folder !== undefined && execFileSync(`${folder}promtool`, ['--version'], { stdio: 'pipe' });
  } catch {
    return false;
  }
});
if (prometheusFolder === undefined)
  console.log('skipped: Prometheus, since promtool is not on the PATH (Debian: apt-get install prometheus)');
