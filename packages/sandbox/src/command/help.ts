/** Text of `--help`. */
export const help = `syncline-sandbox: a local copy of the data synchronization service

  syncline-sandbox [flags]

Where it listens
  --port <number>      0 picks a free port                       (default 0)
  --host <address>     0.0.0.0 accepts requests from the network (default 127.0.0.1)
  --cors <origins>     web pages that may read responses: loopback (pages on this machine),
                       none, or https://docs.example.com,…       (default loopback)
  --json               print one JSON line when ready and nothing else
  --quiet              do not print a line for each request

What it serves
  --data <file>        JSON: { jobs, history, connectors, workspaces, jobStatus, taskHistory }
  --replay <file>      HAR file of a recorded session: replays its responses, by operation,
                       parameters and order, and accepts every credential
  --seed <number>      seed of the generated data and runs       (default 1)
  --scale <parts>      how much to generate: jobs=500,history=1000000
                       (jobs, history, connectors, workspaces, transformations)
  --edge-cases         names that are hard to encode, numbers beyond 2^53, a password beyond ASCII
  --file <path>        store the data in a SQLite file           (default in memory)
  --vendor <name>      vendor part of the header x-<vendor>-authtoken (default acme)
  --names <names>      names of history and connector properties: pascal (Id, RunStartDate), or
                       historyid=Id,runstartdate=RunStartDate    (default as in --data)
  --envelope <shape>   value or array: shape of OData collections (default value)
  --start <time>       initial time of the clock, ISO 8601       (default now)

How it behaves
  --strict             refuse what the specification does not allow: a + for a space in a query,
                       and query parameters that an operation does not have
  --behavior <parts>   how services differ: appear=end, late-updates=20m, retention=30d,
                       page-cap=100, next-link=true, duplicates=0.1, shuffle=true,
                       clock-offset=-2h, zoneless=Europe/Berlin, filter=refuse or ignore,
                       order-by=ignore

How it fails
  --latency <ms>       wait before every response
  --rules <file>       JSON array of fault rules, as sandbox.faults.add takes them

  -h, --help           print this text
  --version            print the version

Press Ctrl-C to stop. A mistake in a flag or a file ends the command with exit code 2 before anything is started.
`;
