/** Text of `--help`. */
export const help = `syncline-sandbox: the data synchronization service on your own machine

  syncline-sandbox [flags]

Where it listens
  --port <number>      0 takes a free one                        (default 0)
  --host <address>     0.0.0.0 opens it to the network           (default 127.0.0.1)
  --cors <origins>     web pages that may read answers: loopback (those of this machine),
                       none, or https://docs.example.com,…       (default loopback)
  --json               print one JSON line when ready, and nothing else
  --quiet              no line for each request

What it serves
  --data <file>        JSON: { jobs, history, connectors, workspaces, jobStatus, taskHistory }
  --seed <number>      seed of generated data and of runs        (default 1)
  --scale <parts>      how much is generated: jobs=500,history=1000000
                       (jobs, history, connectors, workspaces, transformations)
  --file <path>        keep the data in a SQLite file            (default in memory)
  --vendor <name>      vendor part of the x-<vendor>-authtoken header (default acme)
  --envelope <shape>   value or array: how OData collections come (default value)
  --start <time>       where the clock begins, ISO 8601          (default now)

How it misbehaves
  --latency <ms>       wait before every answer
  --rules <file>       JSON array of fault rules, as sandbox.faults.add takes them

  -h, --help           this text
  --version            the version

Ctrl-C ends it. A mistake in a flag or a file ends it with status 2 before anything is started.
`;
