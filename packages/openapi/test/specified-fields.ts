/**
 * Sections 2.1 to 2.7 of the specification, copied by hand a second time, so that a mistake in the documents is
 * noticed. Each line has a field and its wire type, followed by `decode=`, `default=` and `enum=` where they apply. `!`
 * marks a required field.
 */
export const SPECIFIED: Readonly<Record<string, string>> = {
  Job: `JobId string
JobName! string
WorkspaceId string
Source string
Destination string
Scheduled string decode=boolean default=false
ScheduledCron string
NotifyWindowsEvent string decode=boolean default=false
SendEmailNotification string decode=boolean default=false
NotifyEmailTo string
NotifyEmailSubject string
EmailErrorOnly string decode=boolean default=false
Verbosity string decode=integer default=0 enum=0,1,2,3,5
TableNamePrefix string
TableNameSuffix string
UseGmtDateTime string decode=boolean default=false
TruncateTableData string decode=boolean default=false
DropTable string decode=boolean default=false
AutoTruncateStrings string decode=boolean default=true
ContinueOnError string decode=boolean default=true
AlterSchema string decode=boolean default=true
ReplicateInterval string decode=integer default=180
ReplicateIntervalUnit string default=days enum=minutes,hours,days,weeks,months,years,rows
ReplicateStartDate string/date
BatchSize string decode=integer
CommandTimeout string decode=integer default=300
DeletionBehavior string default=HardDelete
OtherCacheOptions string
CacheSchema string
PreJob string
PostJob string
StatusConnection string
Type string
EnableParallelProcessing string decode=boolean
AutomaticJobRetry string decode=boolean default=true
WorkerPool string decode=integer default=2
RowVersion integer/int64
LogicalReplicationSlot string
PublicationName string
PluggableDatabase string
AdditionalCDCEngineProperties string
HistoryMode string decode=boolean default=false
Label# string
WithHistory string decode=boolean default=false
HistoryId string default=0
ResetStrategy string
LicenseState string enum=valid,invalid
LicenseMessage string
InsertMode string
LoadFolderFileNamePattern string default=NAME_WITH_EXT
SkipFormulaFields boolean default=false
SourceSchema string
JournalLibrary string
JournalName string
SnapshotSize integer/int64
SkipSnapshot boolean
CDCEngineModeEnabled boolean
CanUpdate string decode=boolean
CanRemove string decode=boolean
CanExecute string decode=boolean`,
  Workspace: `id string
name string
version_control_enabled boolean
connections array
jobs array
transformations array
is_default boolean
created_at string/date-time
updated_at string/date-time
permissions object`,
  WorkspaceMember: `id string
name string
connector string
error string`,
  WorkspacePermissions: `can_update boolean
can_delete boolean
can_execute boolean
can_remove boolean`,
  TaskHistoryRecord: `task_id string
job_history_id string
affected_rows integer
status string
details string
query string
table string
runtime string
run_start_at string/date-time
run_end_at string/date-time
instance_id string
error string`,
  JobStatusRecord: `history_id string
status string
details string
records_affected integer
run_start_at string/date-time
runtime string`,
  HistoryRecord: `runstartdate string
connectorid string
details string
instanceid string`,
  ConnectorRecord: `connectorid string
workspace string`,
  QueryRequest: `query! string`,
  ODataErrorBody: `error! object`,
  V2ErrorBody: `code! integer
message! string
error! string`,
  TokenRequest: `grant_type! string
client_id! string
client_secret! string/password`,
  TokenResponse: `access_token! string`,
};
