from tests.host.conftest import *
from tests.host.driver import *
async def test_p(room):
    ann = room.join("Ann")
    with dealt(room, 1):
        d = await begin(room, ann, seed=1, computers=1, boxes="grappling_hook",goal=25)
        stuck=0; last=""
        for _ in range(400):
            if is_over(d.board): break
            await d.step()
            stuck = stuck+1 if d.board.text==last else 0
            last=d.board.text
            if stuck>20:
                bot=room.bot; c=bot.clock
                t=(await bot.host.read(d.table)).table
                print(t.moment,t.planned,t.answers_at,t.window_ends,t.due,bot.now(), t.running.waiting, t.question)
                print(c._wakes_at,c._timer,c._round,c._not_before,c._closed, await bot.store.next_due())
                break
