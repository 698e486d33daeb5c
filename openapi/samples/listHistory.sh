curl --fail -u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD" "$SYNC_ODATA_URL/history" -G --data-urlencode "\$filter=contains(details,'Failed')" --data-urlencode '$orderby=runstartdate desc'
