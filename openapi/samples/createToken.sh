curl --fail "$SYNC_AUTH_URL/oauth/token" -d grant_type=client_credentials -d "client_id=$SYNC_CLIENT_ID" -d "client_secret=$SYNC_CLIENT_SECRET"
