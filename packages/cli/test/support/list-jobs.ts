/** The update of an overlay that adds an operation to list the jobs: the lines below `update:` of `$.paths`. */
export const listJobs = `\
      /jobs:
        get:
          operationId: listJobs
          summary: Read all jobs
          responses:
            '200':
              description: The jobs.
              content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Job' } } } }
            4XX: { $ref: '#/components/responses/Error' }`;
