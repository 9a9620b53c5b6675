# Words of time that are read, not said: between commas, without regard to accents. The beginning of
# the name of a day or a month is understood without them.
time-today = today
time-tonight = tonight, this evening, this night
time-tomorrow = tomorrow
time-after-tomorrow = day after tomorrow, the day after tomorrow, overmorrow
time-in = in
time-minutes = min, mins, minute, minutes
time-hours = h, hr, hrs, hour, hours
time-days = d, day, days
time-weeks = week, weeks
time-one = one, a, an
time-half = half
time-am = am, a.m., in the morning, morning
time-pm = pm, p.m., in the evening, evening, in the afternoon, afternoon, night, at night
time-noon = noon, midday
time-midnight = midnight
time-next = next
time-at = at
time-filling = on, the, this, of, and, around, about, clock, o, st, nd, rd, th, coming
# yes: the day comes first in 5/12. no: the month may, so the bot asks
time-day-first = no
