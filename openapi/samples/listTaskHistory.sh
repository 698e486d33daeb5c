curl --fail -u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD" "$SYNC_V2_URL/v2/transformations/trf_aa2b7b69/tasks/task_1_stage/history"
