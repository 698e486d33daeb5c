import { Type } from '@sinclair/typebox';
import { jobFields } from '@syncline/jobs';
import { requireInterface } from '@syncline/ops';
import { findJob } from '../tool/jobs.ts';
import { input, record, recordOf, text } from '../tool/rows.ts';
import { defineTool } from '../tool/tool.ts';

export const getJob = defineTool({
  name: 'get_job',
  description:
    'Definition of one job by its exact name: settings (switches and numbers), texts in untrusted. withheld names fields that are set and never shown (code, options, addresses).',
  inputSchema: input({ job: text }),
  outputSchema: recordOf({
    settings: record,
    withheld: Type.Array(text),
  }),
  call: async (args, context) => {
    const odata = requireInterface(context.environment, 'odata');
    const job = await odata.jobs.get(await findJob(args.job, context), { signal: context.signal });
    const fields = Object.entries(job).filter(([, value]) => value !== null && value !== undefined && value !== '');
    const shown = fields.filter(([name]) => jobFields.shown.has(name));
    return {
      facts: (clean) => ({
        settings: Object.fromEntries(
          shown.flatMap(([name, value]): [string, unknown][] => {
            if (typeof value === 'boolean' || typeof value === 'number') return [[name, value]];
            if (typeof value !== 'bigint') return [];
            const number = Number(value);
            return [[name, Number.isSafeInteger(number) ? number : String(value)]];
          }),
        ),
        withheld: fields.flatMap(([name]) => (jobFields.withheld.has(name) ? [name] : [])),
        untrusted: Object.fromEntries(
          shown.flatMap(([name, value]) => (typeof value === 'string' ? [[name, clean(value)]] : [])),
        ),
      }),
    };
  },
});
