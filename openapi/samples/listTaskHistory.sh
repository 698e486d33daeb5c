curl --fail -u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD" "$SYNC_V2_URL/v2/transformations/trf_1a367a65/tasks/task_1_stage/history"
