curl --fail -u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD" "$SYNC_ODATA_URL/jobs('Nightly')" -G --data-urlencode '$select=Scheduled,ScheduledCron'
