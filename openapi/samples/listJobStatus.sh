curl --fail -u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD" "$SYNC_V2_URL/v2/jobs/job_3212d61d/status"
