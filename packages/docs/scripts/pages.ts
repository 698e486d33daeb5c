/**
 * Generates pages: the reference of the three interfaces (from the bundled documents), records and job fields, error
 * codes, lint rules, commands, the configuration, the tools of the MCP server, the keywords of OpenAPI, the ratings of
 * changes, decisions, benchmarks and changelog. Git ignores them, and each build generates them again.
 */
import { rmSync } from 'node:fs';
import { writeBenchmarks } from './pages/benchmarks.ts';
import { writeChangelog } from './pages/changelog.ts';
import { writeCommands } from './pages/commands.ts';
import { writeConfiguration } from './pages/configuration.ts';
import { writeDecisions } from './pages/decisions.ts';
import { docsFolder } from './pages/page.ts';
import { loadDocuments, writeDocumentCopies } from './pages/documents.ts';
import { writeErrorCodes } from './pages/error-codes.ts';
import { writeErrorPages } from './pages/error-pages.ts';
import { writeGaps } from './pages/gaps.ts';
import { writeIndex } from './pages/interface-index.ts';
import { writeJobFields } from './pages/job-fields.ts';
import { writeLintRules } from './pages/lint-rules.ts';
import { writeMcpTools } from './pages/mcp-tools.ts';
import { writeOperations } from './pages/operations.ts';
import { writeRecords } from './pages/records.ts';
import { writeChecks, writeKeywords } from './pages/regeneration.ts';

for (const folder of ['reference', 'decisions', 'errors', 'project'])
  rmSync(new URL(folder, docsFolder), { recursive: true, force: true });

const documents = loadDocuments();
const decisions = writeDecisions();
writeDocumentCopies();
writeIndex(documents);
writeGaps(documents, decisions);
await writeOperations(documents, decisions);
writeRecords(documents, decisions);
writeJobFields(documents);
writeErrorCodes();
writeErrorPages();
writeLintRules();
writeCommands();
writeConfiguration();
writeMcpTools();
writeKeywords();
writeChecks();
writeBenchmarks();
writeChangelog();
