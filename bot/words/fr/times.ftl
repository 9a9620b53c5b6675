# Les mots du temps qui sont lus, pas dits : entre virgules, sans égard aux accents. Le début du nom
# d’un jour ou d’un mois se comprend sans eux.
time-today = aujourd’hui
time-tonight = ce soir, cette nuit
time-tomorrow = demain
time-after-tomorrow = après-demain, après demain
time-in = dans, d’ici
time-minutes = min, minute, minutes
time-hours = h, heure, heures
time-days = j, jour, jours
time-weeks = semaine, semaines
time-one = un, une
time-half = demi, demie
time-am = matin, du matin, le matin, au matin
time-pm = soir, du soir, le soir, au soir, après-midi, de l’après-midi
time-noon = midi
time-midnight = minuit
time-next = prochain, prochaine
time-at = à
time-filling = le, la, ce, cette, et, de, du, vers, er, qui vient
time-day-first = yes
