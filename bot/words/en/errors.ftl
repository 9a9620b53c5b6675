### What the table, the store and old buttons say when something cannot be done: why, and what can.

error-unknown_table = This table does not exist any more. Open a new one with `/{ command } { command-new }`.
error-other_server = This table is in another server, and can only be played there. Open one here with `/{ command } { command-new }`.
error-no_server = I play in servers and in direct messages with me. Use this in either.
error-only_in_servers = Only servers have this. Use it in a channel of a server that I was invited to.
error-no_table_here = There is no table in this channel. Open one with `/{ command } { command-new }`.
error-channel_taken = There is an open table in this channel already. Use `/{ command } { command-board }` to see it, or open yours with the option *thread*.
# $most: a number.
error-learn_elsewhere = People play or wait in this channel, and I may not open threads here. Wait until they are done, or use `/{ command } { command-learn }` in another channel.
error-too_many_tables = This server has { $most } open tables, which is the most it may have. Finish or cancel one of them first.
error-too_many_hosted = You host { $most } open tables in this server, which is the most for one person. Finish or cancel one of them first.
# $when: a relative time, as “in 5 minutes”.
error-too_many_openings = You have opened { $most } tables within an hour, which is the most for one person. You can open the next one { $when }; meanwhile, join another table.
# $when: a relative time, as “in 5 minutes”.
error-too_many_reposts = You have had boards posted again { $most } times within an hour, and each time fills the channel. You can do so again { $when }; the board that is there still works.
error-table_closed = This table is closed. Open a new one with `/{ command } { command-new }`.
# $table: the name of a table.
error-table_frozen = The data of this table is damaged, so I leave it alone. Tell the person who runs this bot: table `{ $table }`. A moderator can close it with `/{ command } { command-table } { command-cancel }`; other tables are not affected.
# $table: the name of a table.
error-log_damaged = The story of this game is damaged and cannot be read any more. The game itself does not need it and is not affected. Tell the person who runs this bot: table `{ $table }`.
error-still_open = This game is still on. A rematch can be opened when it is over.
error-rematch_of_others = A rematch is for those who sat at the table to the end. Open one of your own with `/{ command } { command-new }`.
error-started_already = The game has begun already. Use `/{ command } { command-hand }` if you play, or open another table with `/{ command } { command-new }`.
error-not_started = The game has not begun yet. The host can press ▶️ *Start* in the lobby.
error-leave_instead = The game has not begun yet. To get up, use `/{ command } { command-leave }` or press 🪑 *Join or Leave* in the lobby.
error-concede_instead = The game has begun already. To stop playing, use `/{ command } { command-seat } { command-concede }`: a computer plays on in that seat.
error-seated_already = You sit at this table already.
error-link_unknown = This link does not work, or no longer: a newer one was asked for. Press My Board below the game, then Open in Browser.
error-link_taken = This link belongs to another browser, the first that opened it. Press My Board below the game, then Open in Browser, for a new one.
error-link_over = This game is over. Its channel has the result and the replay.
error-too_many_pages = Too many pages are open at this table. Close one, then load this page again.
error-no_page = Tables cannot be opened in a browser here. Play on with the buttons.
error-not_seated = You do not sit at this table. Watch, or join the next one.
error-must_fly_on = Your equipment covers everything that was rolled, so you must fly on. Nobody else is told.
error-cannot_fly_on = Your cards do not cover what was rolled, so you cannot fly on. Nobody else is told.
error-not_seated_yet = You do not sit at this table yet. Press 🪑 *Join or Leave* in the lobby first.
error-not_at_this_table = That person does not sit at this table.
# $seats: a number.
error-table_full = All { $seats } seats are taken. The host can allow more, or you can open another table with `/{ command } { command-new }`.
# $seats: as many as there can be at any table.
error-no_more_seats = All { $seats } seats are taken, and a table has no more. Another one can be opened with `/{ command } { command-new }`.
error-seats_taken = { $seats } seats are taken already. Choose more, or have somebody leave first.
error-crew_full = The variant Crew is for exactly two, and both seats are taken. The host can choose another variant, or you can open another table with `/{ command } { command-new }`.
# $seats: a number, 3 or more.
error-crew_taken = The variant Crew is for exactly two, and { $seats } seats are taken. Have somebody leave first, then choose it again.
error-crew_seats = The variant Crew is for exactly two. Choose another variant first, then the seats.
# $needed: a number.
error-too_few = At least { $needed } players are needed. Add a computer with 🤖 *Easy*, 🤖 *Normal* or 🤖 *Hard*, or wait for someone to join.
# $host: the host, mentioned, which calls nobody.
error-not_host = Only the host can do that: ask { $host }.
error-not_in_charge = Only the host or a moderator can do that: ask { $host }.
error-no_computer = No computer sits here.
error-is_computer = A computer sits there already.
error-review_later = The review comes when the game is over. Until then your own board shows all you may do.
error-replay_later = The replay comes when the game is over: it lays all hands open. The story so far is in `/{ command } { command-log }`.
error-no_hints = This table gives no hints. Its host can change that in the settings, before a game begins.
error-no_characters = Characters come with A Little Help. The host can add that box.
# $colour: a character.
error-character_taken = Somebody else has chosen that character. Choose another one.
error-unknown_choice = That is not one of the choices. Pick one from the list.
error-not_for_all = There is nothing of this player that I may show to everybody here. Ask them to do it themselves, with `/{ command } { command-results } { command-stats }` and *Show Everyone*.
error-choose_from_list = Pick one from the list that appears while you type.
# $low, $high: numbers.
error-number_out_of_range = Choose a number from { $low } to { $high }.
error-cannot_be_sealed = Only 💺 *Stay*, 🪂 *Disembark* and the captain’s answer can be given ahead of time.
error-odds_not_shown = This table does not show the captain’s odds, so you cannot go by them.
error-cannot_be_armed = You do not hold that card any more, so it cannot be armed. Open your board again.
error-went_back = My database has lost what came before this button. Here is where the game stands now; I post its board again.
error-moment_passed = Too late: the game has moved on. Here is where it stands.
error-old_button = This button is out of date. Use `/{ command } { command-board }` for the current one.
error-too_fast = That was more clicks than I can follow. Wait a few seconds, then go on; nothing was lost.
error-guest_sits = They sit here already.
error-guest_invited = They were invited to this table already. I ping nobody twice: tell them yourself.
error-guest_is_bot = I am always here. Add a computer with 🤖 to play against it.
error-no_seat_to_keep = No seat is free to be kept. Set more seats in ⚙️ *Settings…*, or remove a computer.
error-not_invited = No seat is kept for you here, or its time is over. Sit down with 🪑 *Join or Leave* in the lobby.
error-for_invited = This table is for invited people only. Ask its host to invite you, or open another one with `/{ command } { command-new }`.
# $when: a time.
error-seats_kept = The last seats are kept for people who were invited. One may be free { $when }: try again then.
error-unknown_preset = These settings are gone. Choose others from the list.
error-no_preset_name = A name needs at least one letter. Try another one.
error-when_unknown = I read no time in that. Say it like `20:00`, `tomorrow 8 pm`, `friday 19:30`, `5 december 20:00` or `in 2 h`.
# $early, $late: times on the clock.
error-when_which_half = In the morning or in the evening? Say { $early } or { $late }.
error-when_which_day = Which is the day there, and which the month? Say it like `5 december 20:00`.
error-when_other_weekday = That date is another day of the week. Look at a calendar, and say it again.
error-when_past = That is over already. Say a time that is still to come.
# $minutes: a number.
error-when_soon = That is in less than { $minutes } minutes. Open a table at once with `/{ command } { command-new }`.
# $days: a number.
error-when_far = That is too far away: I plan at most { $days } days ahead.
# $time: a time on the clock.
error-when_skipped = There is no { $time } on that day: the clocks are put forward then. Choose another time.
error-zone_unknown = I do not know the time zone of this server yet. Plan a table with `/{ command } { command-later }`, which asks for it, or say it like `in 2 h`.
error-unknown_zone = I know no such time zone. Pick one from the list that appears while you type.
error-too_many_appointments = This server has planned ten tables already. Call one off, or wait until one has begun.
error-appointment_over = This table for later is over, or was called off. Plan another one with `/{ command } { command-later }`.
# $most: a number.
error-too_many_answers = { $most } people have answered already, and I list no more.
error-moved_too_often = It was moved three times, and each time people were pinged. Call it off and plan a new one.
# $host: the user who planned it.
error-not_planner = Only who has planned it can change it, or somebody who looks after this server.
error-calls_are_off = This server wants no calls for players. Who manages it can change that with `/{ command } { command-server } { command-settings }`.
error-called_though_invited = This table is for invited people only, so nobody else is called. Its host can open it to everybody in ⚙️ *Settings…*.
error-called_already = Players were called to this table already. Invite somebody in ⚙️ *Settings…*, or add a computer.
error-nobody_wants_calls = Nobody here has asked to be called yet. 🔔 *Tell Me of Games* is in 🗂️ *More…* of each lobby, and at the end of each game.
# $when: a time.
error-called_lately = Players were called here a short time ago. You can call again { $when }.
error-not_called = Discord does not take the call just now. Invite somebody in ⚙️ *Settings…*, or add a computer.
# $most: a number.
error-too_many_named = My list of { $most } people is full here. If I may manage roles, I need no list: ask who manages this server.
error-not_told_now = Discord does not answer just now. Press again in a minute.
# $name: a name that is saved.
error-preset_taken = “{ $name }” is saved already. Take another name, or ask a moderator to replace it.
# $most: how many there can be.
error-too_many_presets = This server has { $most } saved settings, and no room for more. Take one of their names to replace it.
# $where: channels.
error-not_in_this_channel = On this server tables are opened in { $where }. Go there, or ask somebody who manages the server to allow this channel in `/{ command } { command-server } { command-settings }`.
# $role: a mention.
error-not_an_opener = On this server { $role } may open tables. Ask one of them, or somebody who manages the server: it is set in `/{ command } { command-server } { command-settings }`.
error-needs_manage_guild = You need the permission *Manage Server* for that. Ask somebody who has it.
# $names: a list of permissions.
error-lacks_permissions = I cannot open a table here: I lack { $names }. Ask a moderator for that, or try another channel.
error-store_full = The disk is full, so this could not be saved and nothing was changed. Tell the person who runs this bot; then try again.
error-store_read_only = I may not write to my disk, so this could not be saved and nothing was changed. Tell the person who runs this bot.
error-store_locked = My database is busy, so this could not be saved and nothing was changed. Try again in a moment.
error-store_unreachable = My database did not answer, so I do not know whether this was saved. Look at the board in a moment, and try again if it is not there.
error-store_channel_taken = There is an open table in this channel already. Use `/{ command } { command-board }` to see it.
error-store = This could not be saved, and nothing was changed. Try again in a moment.
# $number: a few hexadecimal digits.
error-unexpected = Something went wrong here, and nothing was lost. Try again; if it stays like this, tell the person who runs this bot the number { $number }.
error-thread_refused = Discord did not let me open a thread here. Try again without the option *thread*, or in another channel.
error-nobody_to_call = No one else needs to act now, so there is nobody to ping.
error-nudged_lately = They were pinged a moment ago. Give them a little time.
error-too_many_joins = So many people have come and gone at this table that it takes no more. Open a new one with `/{ command } { command-new }`.
# $most: a number.
error-came_too_often = You have sat down at this table { $most } times and got up again, so I leave the seat to others. Join another table, or open one with `/{ command } { command-new }`.
# $most: a number.
error-too_many_changes = You have changed something here { $most } times, which is the most for one seat. Start the game, or open a new table with `/{ command } { command-new }`.
# $most: a number.
error-no_word = A word has 1 to { $most } characters that can be seen.
error-too_many_words = You have replaced your word often enough; the last one counts.
error-restarting = I am being restarted, so this was not done. Press again in a moment.
error-old_command = Your Discord still shows an old form of this command. Restart it, and the command is up to date.
error-cannot_hold = The others are waiting for you already, or nobody has to wait.
