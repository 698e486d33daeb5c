curl --fail -u "$SYNCLINE_USERNAME:$SYNCLINE_PASSWORD" "$SYNC_ODATA_URL/connectors" -G --data-urlencode '$orderby=connectorid'
