/**
 * Sections 2.1 to 2.7 of the specification, written down a second time and by hand, so that the documents have something to disagree with.
 * A line: field, wire type, then `default=` and `enum=` where there is one; `!` marks a required field.
 */
export const SPECIFIED: Readonly<Record<string, string>> = {
  Job: `JobId string
JobName! string
WorkspaceId string
Source string
Destination string
Scheduled string default=false
ScheduledCron string
NotifyWindowsEvent string default=false
SendEmailNotification string default=false
NotifyEmailTo string
NotifyEmailSubject string
EmailErrorOnly string default=false
Verbosity string default=0 enum=0,1,2,3,5
TableNamePrefix string
TableNameSuffix string
UseGmtDateTime string default=false
TruncateTableData string default=false
DropTable string default=false
AutoTruncateStrings string default=true
ContinueOnError string default=true
AlterSchema string default=true
ReplicateInterval string default=180
ReplicateIntervalUnit string default=days enum=minutes,hours,days,weeks,months,years,rows
ReplicateStartDate string/date
BatchSize string
CommandTimeout string default=300
DeletionBehavior string default=HardDelete
OtherCacheOptions string
CacheSchema string
PreJob string
PostJob string
StatusConnection string
Type string
EnableParallelProcessing string
AutomaticJobRetry string default=true
WorkerPool string default=2
RowVersion integer/int64
LogicalReplicationSlot string
PublicationName string
PluggableDatabase string
AdditionalCDCEngineProperties string
HistoryMode string default=false
Label# string
WithHistory string default=false
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
CanUpdate string
CanRemove string
CanExecute string`,
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
