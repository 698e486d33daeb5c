curl --fail -u "$SYNCLINE_EMAIL:$SYNCLINE_PERSONAL_ACCESS_TOKEN" "$SYNC_CLOUD_URL/api/query" --json '{"query":"SELECT JobName FROM jobs"}'
