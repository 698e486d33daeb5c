import { type Command, InvalidArgumentError, Option } from 'commander';
import { exportFormats, formats, rowFormats } from './formats.ts';
import type { OperatorOptions, RunOperator } from './run-operator.ts';

const job = (): Option => new Option('--job <name>', 'only this job; * matches any characters');
const since = (standard: string): Option =>
  new Option(
    '--since <time>',
    'only runs that started at or after this time: a duration before now, or RFC 3339',
  ).default(standard);
const failOn = (choices: readonly string[]): Option =>
  new Option('--fail-on <severity>', 'the lowest severity that makes the exit status 1')
    .choices(choices)
    .default('error');

/** The last lines of the help of each operator command. */
const exitHelp = `
Exit status: 0 yes, 1 no, 2 the input cannot be used, 3 unknown,
130 interrupted.`;

/** Adds commands to a program, by their names. */
export type CommandDefinitions = Readonly<Record<string, () => void>>;

/**
 * The commands for operators. Each one is defined only here: help, documentation and completion are generated from the
 * definition. `operate` loads the configuration and runs the command; its module is loaded only then.
 */
export function operatorCommands(program: Command, operate: () => Promise<RunOperator>): CommandDefinitions {
  const add = (
    definition: string,
    description: string,
    examples: readonly string[],
    forms: readonly string[] = rowFormats,
  ): Command => {
    const command = program
      .command(definition)
      .description(description)
      .option('--config <file>', 'the configuration (default: SYNCLINE_CONFIG, otherwise syncline.yaml)')
      .option('--environment <name>', 'the environment of the configuration (default: SYNCLINE_ENVIRONMENT)')
      .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}\n${exitHelp}`);
    if (forms.length === 0) return command;
    command.addOption(new Option('--output <form>', 'the output format').choices(forms).default('table'));
    if (forms.includes('json')) command.option('--json', 'short for --output json');
    return command.option('--fields <names>', 'only these fields, in this order, separated by commas');
  };
  /** Runs a command with its arguments, by name, and its options. */
  const run =
    (name: keyof RunOperator, argumentNames: readonly string[] = []) =>
    async (...values: unknown[]): Promise<void> => {
      const command = values.at(-1) as Command;
      const given = Object.fromEntries(argumentNames.map((each, at) => [each, values[at]]));
      const options: OperatorOptions = { ...command.opts<OperatorOptions>(), ...given };
      await (await operate())[name](options);
    };

  return {
    jobs: () =>
      add('jobs', 'list every job of every workspace, with its connections and its schedule', [
        'syncline jobs',
        "syncline jobs --workspace Finance --job 'Orders*' --output csv",
      ])
        .addOption(job())
        .option('--workspace <name>', 'only this workspace; * matches any characters')
        .action(run('jobs')),

    status: () =>
      add('status', 'show the last run of each job, and earlier runs', [
        'syncline status',
        'syncline status --since 7d --json',
      ])
        .addOption(job())
        .addOption(since('24h'))
        .action(run('status')),

    history: () =>
      add('history', 'list runs, newest first', [
        'syncline history --outcome failed,partial --since 7d',
        "syncline history --job 'Orders*' --since 2026-11-01T00:00:00Z --output ndjson",
      ])
        .addOption(job())
        .addOption(since('24h'))
        .option('--until <time>', 'only runs that started before this time')
        .option('--outcome <outcomes>', 'only these outcomes, separated by commas')
        .option('--limit <count>', 'the maximum number of runs')
        .action(run('history')),

    wait: () =>
      add('wait', 'wait until a run ends; the exit status says whether it succeeded', [
        'syncline wait Orders --timeout 2h',
        'token=$(syncline wait Orders --timeout 2h --detach) && syncline wait --resume "$token"',
      ])
        .argument('[job]', 'the job: its name in the history, or its id in the job status')
        .option('--timeout <duration>', 'the longest time to wait, such as 2h; required, except with --resume')
        .option('--after <time>', 'wait for a run that starts after this time (default: now)')
        .option('--run <key>', 'wait for the run with this key')
        .option('--no-fail-fast', 'after a failure, wait for a later run that succeeds, such as an automatic retry')
        .option('--accept-warned', 'count a run that ended with a warning as a success')
        .option('--detach', 'print a token instead of waiting; it contains no secret')
        .option('--resume <token>', 'continue a detached wait, with its original time limit')
        .action(run('wait', ['job'])),

    watch: () =>
      add(
        'watch',
        'show the last run of each job, and keep the table up to date; press q to quit',
        ['syncline watch', 'syncline watch --output ndjson | jq .job'],
        ['table', 'ndjson'],
      )
        .addOption(job())
        .addOption(since('24h'))
        .option('--interval <duration>', 'how often to read the service', '10s')
        .action(run('watch')),

    diagnose: () =>
      add('diagnose', 'explain why a run failed, by the causes in the configuration, and show similar failures', [
        'syncline diagnose 4711',
        'syncline diagnose 4711 --snapshot jobs/production --task 7/1 --json',
      ])
        .argument('<run>', 'the key of the run, as `syncline history --fields key,job` prints it')
        .addOption(since('30d'))
        .option(
          '--snapshot <folder>',
          'a snapshot of this environment in a git repository, to see what changed in the job',
        )
        .option(
          '--task <transformation/task>',
          'a task whose history may contain steps of the run; repeatable',
          collect,
          [],
        )
        .action(run('diagnose', ['run'])),

    freshness: () =>
      add(
        'freshness',
        'check whether the data of each job is fresh, by the policies in the configuration',
        ['syncline freshness --fail-on warn', 'syncline freshness --output junit > freshness.xml'],
        [...rowFormats, 'junit'],
      )
        .addOption(job())
        .option('--since <time>', 'how far back to read runs (default: a day more than the longest limit, at least 7d)')
        .addOption(failOn(['warn', 'error']))
        .action(run('freshness')),

    lint: () =>
      add(
        'lint',
        'check the definitions of all jobs for settings that make runs fail',
        [
          'syncline lint --fail-on warning',
          'syncline snapshot jobs/production && syncline lint --output sarif --snapshot jobs/production > lint.sarif',
        ],
        formats,
      )
        .addOption(job())
        .addOption(failOn(['info', 'warning', 'error']))
        .option('--snapshot <folder>', 'the snapshot that SARIF refers to')
        .action(run('lint')),

    snapshot: () =>
      add('snapshot', 'write the definitions of all jobs to a folder, one file per job, to keep in git', [
        'syncline snapshot jobs/production',
      ])
        .argument('<folder>', 'the folder; files of jobs that no longer exist are removed')
        .action(run('snapshot', ['folder'])),

    drift: () =>
      add('drift', 'show the differences between two snapshots, or between two environments', [
        'syncline drift jobs/production production',
        'syncline drift staging production --map-connection "Lake (staging)=Lake"',
      ])
        .argument('<before>', 'the folder of a snapshot, or an environment of the configuration')
        .argument('<after>', 'the folder or environment to compare with')
        .option('--different', 'the snapshots are of different environments, whose job and workspace ids differ anyway')
        .option('--base <folder>', 'a snapshot that both sides come from, to show which side changed')
        .addOption(
          new Option('--map-connection <before=after>', 'connections that correspond to each other; repeatable')
            .argParser(collectPair)
            .default({}),
        )
        .addOption(
          new Option('--map-job <before=after>', 'jobs that correspond to each other; repeatable')
            .argParser(collectPair)
            .default({}),
        )
        .action(run('drift', ['before', 'after'])),

    export: () =>
      add('export', 'write the run history of a period to a file; after an interruption, the same command continues', [
        'syncline export --out runs.csv --since 90d',
        "syncline export --out history/ --format parquet --from store --job 'Orders*'",
      ])
        .requiredOption('--out <path>', 'the file, or for Parquet the folder, with one file per day')
        .addOption(
          new Option('--format <format>', 'the file format (default: from the extension of --out)').choices(
            exportFormats,
          ),
        )
        .addOption(
          new Option('--from <source>', 'read from the service, or from the store in the configuration')
            .choices(['service', 'store'])
            .default('service'),
        )
        .addOption(job())
        .option(
          '--since <time>',
          'only runs that started at or after this time (default: 30d, or everything in the store)',
        )
        .option('--until <time>', 'only runs that started before this time (default: now, or everything in the store)')
        .addOption(
          new Option('--formulas <treatment>', 'how CSV handles a text that a spreadsheet would run as a formula')
            .choices(['escape', 'keep'])
            .default('escape'),
        )
        .option('--restart', 'start again: delete what an incomplete export has written')
        .action(run('export')),

    report: () =>
      add('report', 'write a report on all jobs: runs, failures, freshness, volume, lint findings, and changes', [
        'syncline report --out report.html',
        'syncline report --out today.html --since 24h --since-report yesterday.html --fail-on never',
      ])
        .requiredOption('--out <file>', 'the report: one HTML file that loads nothing')
        .addOption(job())
        .addOption(since('7d'))
        .addOption(
          new Option('--from <place>', 'where to read the runs').choices(['service', 'store']).default('service'),
        )
        .option(
          '--since-report <file>',
          'an earlier report to compare with (default: the file that this report replaces)',
        )
        .option('--no-definitions', 'do not read job definitions: no lint findings, and no missed schedules')
        .addOption(failOn(['error', 'warn', 'never']))
        .action(run('report')),

    monitor: () =>
      add(
        'monitor',
        'read the history into the store at regular intervals, and serve /metrics, /health and a live page',
        ['syncline monitor', 'syncline monitor --port 9464 --host 0.0.0.0 --allow-host syncline-monitor'],
        [],
      )
        .option('--port <number>', 'the port to listen on; 0 for any free port', '9464')
        .option('--host <address>', 'the address to listen on; by default, only this machine can connect', '127.0.0.1')
        .addOption(
          new Option('--allow-host <name>', 'a host name that requests may use; repeatable')
            .argParser(collect)
            .default([]),
        )
        .option('--interval <duration>', 'how often to read the history, with one request', '1m')
        .option('--window <duration>', 'how far back to read runs into an empty store, and to show them', '7d')
        .option('--definitions-every <duration>', 'how often to read the job definitions; 0s for never', '6h')
        .option(
          '--lease <duration>',
          'how long another monitor waits before it replaces one that failed (PostgreSQL)',
          '30s',
        )
        .action(run('monitor')),

    mcp: () =>
      program
        .command('mcp')
        .description('start the read-only MCP server for an assistant; needs the package @syncline/mcp')
        .option('--config <file>', 'the configuration (default: SYNCLINE_CONFIG, otherwise syncline.yaml)')
        .option('--environment <name>', 'the environment of the configuration (default: SYNCLINE_ENVIRONMENT)')
        .option('--http', 'serve programs on this machine over HTTP instead of stdin and stdout; needs mcp.token')
        .option('--port <number>', 'the port to listen on, at 127.0.0.1; 0 for any free port (default: 7431)')
        .addHelpText('after', '\nExamples:\n  $ syncline mcp\n  $ syncline mcp --http --port 7431')
        .action(run('mcp')),

    config: () => {
      const config = program.command('config').description('work with the configuration');
      config
        .command('check')
        .description(
          'explain every problem in the configuration, with line and column; reads no secrets and runs no commands',
        )
        .option('--config <file>', 'the configuration (default: SYNCLINE_CONFIG, otherwise syncline.yaml)')
        .option('--environment <name>', 'the environment whose variables must be set')
        .option('--json', 'print one JSON document')
        .addHelpText(
          'after',
          '\nExamples:\n  $ syncline config check\n  $ syncline config check --environment production --json\n\n' +
            'Exit status: 0 it is valid, 2 it has problems.',
        )
        .action(run('configCheck'));
    },
  };
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function collectPair(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('It must be BEFORE=AFTER.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}
