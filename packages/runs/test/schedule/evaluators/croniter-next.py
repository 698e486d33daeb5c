"""Reads a JSON list of cron expressions of five fields, and prints the next fire times of each by croniter, or null."""
import json
import sys
from datetime import datetime, timezone

from croniter import croniter

request = json.load(sys.stdin)
start = datetime.fromtimestamp(request["after"] / 1000, timezone.utc)


def next_times(expression):
    try:
        times = croniter(expression, start, max_years_between_matches=50)
    except Exception:
        return None
    found = []
    try:
        while len(found) < request["count"]:
            found.append(int(times.get_next(float) * 1000))
    except Exception:
        pass  # There are no more times.
    return found


print(json.dumps([next_times(expression) for expression in request["expressions"]]))
